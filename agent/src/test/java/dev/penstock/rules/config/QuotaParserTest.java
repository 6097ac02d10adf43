package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.Quota;
import dev.penstock.rules.Rule;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the parsing of the limits of a rule. */
class QuotaParserTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rate: 6/min                                      | sliding-window 6/60000000us
          rate: 6/min, slices: 1                           | sliding-window 6/60000000us
          rate: 6/min, slices: 6                           | sliding-window 6/60000000us in 6 slices
          rate: 6/min, strict: true                        | sliding-window 6/60000000us in 10 strict slices
          rate: 6/min, slices: 4, strict: true             | sliding-window 6/60000000us in 4 strict slices
          rate: 6/min, algorithm: sliding-log              | sliding-log 6/60000000us
          rate: 20000/h, algorithm: sliding-log, force: true | sliding-log 20000/3600000000us
          rate: 6/min, algorithm: fixed-window             | fixed-window 6/60000000us
          rate: 6/day, calendar: Europe/Berlin             | fixed-window 6 each calendar DAY in Europe/Berlin
          rate: 6/1week, calendar: UTC, algorithm: fixed-window | fixed-window 6 each calendar WEEK in UTC
          rate: 6/month, calendar: +02:00                  | fixed-window 6 each calendar MONTH in +02:00
          rate: 6/min, burst: 2                            | token-bucket 6/60000000us burst 2
          rate: 6/min, algorithm: gcra                     | token-bucket 6/60000000us burst 6
          rate: 6/min, algorithm: gcra, burst: 2           | token-bucket 6/60000000us burst 2
          rate: 6/min, algorithm: leaky-bucket             | token-bucket 6/60000000us burst 1
          rate: 6/min, algorithm: leaky-bucket, burst: 3   | token-bucket 6/60000000us burst 3
          rate: 6/min, algorithm: leaky-bucket, wait: 2s   | token-bucket 6/60000000us burst 1 patience 2000000us
          rate: 6/min, algorithm: leaky-bucket, queue: 3   | token-bucket 6/60000000us burst 1 patience 30000000us
          rate: 6/min, algorithm: leaky-bucket, queue: 3, wait: 1min | token-bucket 6/60000000us burst 1 patience 30000000us
          rate: 6/min, algorithm: leaky-bucket, queue: 9, wait: 500ms | token-bucket 6/60000000us burst 1 patience 500000us
          rate: 1/h, algorithm: leaky-bucket, queue: 50    | token-bucket 1/3600000000us burst 1 patience 600000000us
          concurrency: 3                                   | concurrency 3
          """)
  void knowsEveryAlgorithm(String written, String limit) {
    Rule rule = Good.rule("{ match: /a, " + written + " }");
    assertThat(rule.quotas()).hasSize(1);
    assertThat(rule.quotas().get(0).name()).isEqualTo("a");
    assertThat(rule.quotas().get(0).defaultLimit()).hasToString(limit);
  }

  @Test
  void numbersSeveralLimits() {
    Rule rule =
        Good.rule(
            """
            { match: POST /login, limits: [
              { rate: 5/min, key: [ip, form.username], algorithm: sliding-log },
              { rate: 20/min, key: ip, concurrency: 2 },
              { concurrency: 9, key: user, on-missing-key: skip } ] }
            """);
    assertThat(quotas(rule))
        .isEqualTo(
            """
            a-1: 5/min by [ip, form.username | ip], IP {=sliding-log 5/60000000us}
            a-2: 20/min by ip, IP {=sliding-window 20/60000000us}
            a-2-concurrency: 2 at once by ip, IP {=concurrency 2}
            a-3: 9 at once by user, SKIP {=concurrency 9}""");
  }

  @Test
  void givesARuleWithARateAndAConcurrencyTwoQuotas() {
    Rule rule = Good.rule("{ match: /a, rate: 5/s, concurrency: 2, key: ip, cost: 5 }");
    assertThat(quotas(rule))
        .isEqualTo(
            """
            a: 5/s by ip, IP {=sliding-window 5/1000000us}
            a-concurrency: 2 at once by ip, IP {=concurrency 2}""");
    assertThat(rule.cost()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({"skip, SKIP", "deny, DENY", "ip, IP"})
  void readsThePolicyForAMissingKey(String written, String choice) {
    Rule rule =
        Good.rule("{ match: /a, rate: 5/s, key: [user, host], on-missing-key: " + written + " }");
    assertThat(rule.quotas().get(0).onMissingKey()).hasToString(choice);
    assertThat(rule.quotas().get(0).key())
        .hasToString(written.equals("ip") ? "[user | ip, host]" : "[user, host]");
  }

  @Test
  void usesNamedKeys() {
    String text =
        """
        version: 1
        keys:
          pair: [tenant, route]
          tenant: header.X-Org | header.X-Tenant
        inbound:
          a: { match: /a, key: tenant | ip, rate: 5/s }
          b: { match: /b, key: pair, rate: 5/s }
          c: { match: /c, key: [tenant, method], rate: 5/s, on-missing-key: deny }
        """;
    assertThat(
            Good.file(text).rules().inbound().rules().stream()
                .map(rule -> rule.quotas().get(0).key().toString()))
        .containsExactly(
            "header.X-Org | header.X-Tenant | ip",
            "[header.X-Org | header.X-Tenant | ip, route]",
            "[header.X-Org | header.X-Tenant, method]");
  }

  @Test
  void warnsOfKeysThatClientsCanForge() {
    assertThat(Good.warnings("version: 1\ninbound: { a: { match: /a, key: jwt.sub, rate: 5/s } }"))
        .isEqualTo(
            """
            penstock.yaml:2:33: warning: `jwt.sub` is read from a token before its signature is verified
              |
            2 | inbound: { a: { match: /a, key: jwt.sub, rate: 5/s } }
              |                                 ^^^^^^^
              = at inbound.a.key
              = help: a client can forge it to get a new budget; add a limit by `ip`""");
  }

  @Test
  void warnsOfFormsThatClientsNeverSend() {
    assertThat(
            Good.warnings("version: 1\ninbound: { a: { match: GET /a, key: form.x, rate: 5/s } }"))
        .isEqualTo(
            """
            penstock.yaml:2:37: warning: a form is never sent with `GET`
              |
            2 | inbound: { a: { match: GET /a, key: form.x, rate: 5/s } }
              |                                     ^^^^^^
              = at inbound.a.key
              = help: forms are sent with `POST`""");
  }

  @Test
  void warnsThatAKeyIsNeverMissing() {
    assertThat(
            Good.warnings(
                "version: 1\ninbound: { a: { match: /a, rate: 5/s, on-missing-key: deny } }"))
        .isEqualTo(
            """
            penstock.yaml:2:55: warning: `on-missing-key` has no effect, because every call has the key `global`
              |
            2 | inbound: { a: { match: /a, rate: 5/s, on-missing-key: deny } }
              |                                                       ^^^^
              = at inbound.a.on-missing-key
              = help: remove `on-missing-key`""");
  }

  private static String quotas(Rule rule) {
    return rule.quotas().stream().map(QuotaParserTest::describe).collect(Collectors.joining("\n"));
  }

  private static String describe(Quota quota) {
    return quota.name() + ": " + quota + ", " + quota.onMissingKey() + " " + quota.limits();
  }
}
