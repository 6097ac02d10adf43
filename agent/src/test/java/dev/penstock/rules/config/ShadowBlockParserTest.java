package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.Mode;
import dev.penstock.rules.Quota;
import dev.penstock.rules.Rule;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the parsing of {@code shadow} blocks in rules. */
class ShadowBlockParserTest {
  /** The rule, the block, and a rule with the same behavior as the candidate. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rate: 5/s                                  | rate: 6/s                    | rate: 6/s
          rate: 5/s                                  | algorithm: fixed-window      | rate: 5/s, algorithm: fixed-window
          rate: 5/s                                  | burst: 9                     | rate: 5/s, burst: 9
          rate: 5/s, concurrency: 7                  | rate: 6/s                    | rate: 6/s, concurrency: 7
          rate: 5/s, concurrency: 7                  | concurrency: 8               | rate: 5/s, concurrency: 8
          concurrency: 7                             | rate: 6/s                    | rate: 6/s, concurrency: 7
          rate: 5/s, burst: 9                        | rate: 6/s                    | rate: 6/s, burst: 9
          rate: 5/s, burst: 9                        | algorithm: sliding-log       | rate: 5/s, algorithm: sliding-log
          rate: 5/s, burst: 9                        | algorithm: gcra              | rate: 5/s, algorithm: gcra
          rate: 5/s, burst: 9                        | algorithm: token-bucket, rate: 6/s | rate: 6/s, burst: 9
          rate: 5/day, burst: 9                      | calendar: UTC                | rate: 5/day, calendar: UTC
          rate: 5/day, calendar: UTC                 | rate: 6/day                  | rate: 6/day, calendar: UTC
          rate: 5/day, calendar: UTC                 | burst: 3                     | rate: 5/day, burst: 3
          rate: 5/s, algorithm: gcra, burst: 9       | burst: 8                     | rate: 5/s, algorithm: gcra, burst: 8
          rate: 5/s, slices: 5, strict: true         | rate: 10/s                   | rate: 10/s, slices: 5, strict: true
          rate: 5/s, slices: 5, strict: true         | algorithm: sliding-window, strict: false | rate: 5/s, slices: 5
          rate: 5/s, slices: 5, strict: true         | algorithm: fixed-window      | rate: 5/s, algorithm: fixed-window
          rate: 20000/s, algorithm: sliding-log, force: true | rate: 30000/s        | rate: 30000/s, algorithm: sliding-log, force: true
          rate: 20000/s, algorithm: sliding-log, force: true | algorithm: gcra      | rate: 20000/s, algorithm: gcra
          rate: 5/s, algorithm: leaky-bucket, wait: 2s, queue: 50 | wait: 3s        | rate: 5/s, algorithm: leaky-bucket, wait: 3s, queue: 50
          rate: 5/s, algorithm: leaky-bucket, wait: 2s, queue: 5 | algorithm: gcra  | rate: 5/s, algorithm: gcra
          rate: 50/s, cost: 5                        | rate: 60/s                   | rate: 60/s, cost: 5
          rate: 50/s, cost: 5                        | cost: 4                      | rate: 50/s, cost: 4
          rate: 5/s, key: '[ip, user]'               | rate: 6/s                    | rate: 6/s, key: '[ip, user]'
          rate: 5/s, key: user, on-missing-key: deny | rate: 6/s                    | rate: 6/s, key: user, on-missing-key: deny
          rate: 5/s, key: user, burst: 9, cost: 2    | limits: [{ rate: 6/s, key: ip }, { concurrency: 3 }] | limits: [{ rate: 6/s, key: ip }, { concurrency: 3 }], cost: 2
          limits: [{ rate: 5/s }, { rate: 9/min }]   | limits: { rate: 6/s }        | limits: { rate: 6/s }
          'rate: 5/s, count: { status: 401 }, response: { status: 503 }' | rate: 6/s | 'rate: 6/s, count: { status: 401 }, response: { status: 503 }'
          """)
  void theCandidateIsTheRuleWithTheSettingsOfTheBlock(String rule, String block, String same) {
    assertSame(
        Good.rule("{ match: /a, " + plain(rule) + ", shadow: { " + block + " } }"),
        Good.rule("{ match: /a, " + plain(same) + " }"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rate: 5/s, wait: 2s, queue: 5, learn: true, count-retries: true | rate: 6/s | rate: 6/s, wait: 2s, queue: 5, learn: true, count-retries: true
          rate: 5/s, wait: 2s, queue: 5, burst: 9    | algorithm: fixed-window      | rate: 5/s, wait: 2s, queue: 5, algorithm: fixed-window
          rate: 5/s, wait: 2s                        | wait: 3s                     | rate: 5/s, wait: 3s
          rate: 5/s, learn: true                     | backoff: true                | rate: 5/s, learn: true, backoff: true
          rate: 5/s, learn: { cap: 1h }              | learn: false                 | rate: 5/s
          learn: true                                | rate: 6/s                    | learn: true, rate: 6/s
          learn: true                                | learn: { cap: 1h }           | learn: { cap: 1h }
          rate: 5/s, wait: 2s                        | limits: [{ rate: 6/s, key: host }] | wait: 2s, limits: [{ rate: 6/s, key: host }]
          """)
  void theCandidateOfAnOutboundRuleInheritsWaitAndQueue(String rule, String block, String same) {
    String match = "{ match: 'https://a.org/**', ";
    assertSame(
        Good.outbound(match + rule + ", shadow: { " + block + " } }"),
        Good.outbound(match + same + " }"));
  }

  @Test
  void inheritsRatesByPlan() {
    ParsedRules.Good good =
        Good.file(
            """
            version: 1
            plans: { from: header.X-Plan, default: free }
            inbound:
              a: { match: /a, rate: { free: 5/s, pro: 9/s }, shadow: { algorithm: gcra } }
              b: { match: /b, rate: { free: 5/s, pro: 9/s }, shadow: { rate: { free: 6/s, max: 9/s } } }
              c: { match: /c, rate: 5/s, shadow: { rate: { free: 6/s } } }
            """);
    assertThat(good.rules().inbound().rules())
        .map(rule -> candidateOf(rule).quotas().get(0))
        .map(quota -> quota.limits().keySet() + " " + quota.rate() + " " + quota.algorithm())
        .containsExactly(
            "[free, pro] free 5/s, pro 9/s gcra",
            "[free, max] free 6/s, max 9/s sliding-window",
            "[free] free 6/s sliding-window");
  }

  @Test
  void theCandidateIsFullyEnforcedInAnyModeOfTheRule() {
    Rule rule =
        Good.rule("{ match: /a, rate: 5/s, mode: shadow, enforce: 5%, shadow: { rate: 6/s } }");
    assertThat(rule.mode()).isEqualTo(Mode.SHADOW);
    assertThat(rule.enforcedPercent()).isEqualTo(5);
    assertThat(candidateOf(rule).mode()).isEqualTo(Mode.ENFORCE);
    assertThat(candidateOf(rule).enforcedPercent()).isEqualTo(Rule.ALL);
    assertThat(candidateOf(rule).matches()).isEqualTo(rule.matches());
  }

  @Test
  void keepsTheNamesOfTheBudgets() {
    Rule rule =
        Good.rule(
            """

              match: /a
              limits: [{ rate: 5/s, concurrency: 3 }, { rate: 9/min, key: ip }]
              shadow:
                limits: [{ rate: 6/s, concurrency: 3 }, { rate: 9/min, key: ip }]
            """);
    assertThat(names(candidateOf(rule)))
        .isEqualTo(names(rule))
        .isEqualTo("a-1, a-1-concurrency, a-2");
  }

  @Test
  void warnsOfABlockThatChangesNothing() {
    assertThat(
            Good.warnings(
                """
                version: 1
                inbound:
                  a: { match: /a, rate: 5/s, shadow: { algorithm: sliding-window } }
                  b: { match: /b, rate: 5/s, algorithm: gcra, shadow: { algorithm: token-bucket } }
                """))
        .isEqualTo(
            """
            penstock.yaml:3:30: warning: the candidate does the same as the rule
              |
            3 |   a: { match: /a, rate: 5/s, shadow: { algorithm: sliding-window } }
              |                              ^^^^^^
              = at inbound.a.shadow
              = help: change it, or remove it
            penstock.yaml:4:47: warning: the candidate does the same as the rule
              |
            4 |   b: { match: /b, rate: 5/s, algorithm: gcra, shadow: { algorithm: token-bucket } }
              |                                               ^^^^^^
              = at inbound.b.shadow
              = help: change it, or remove it""");
  }

  @Test
  void rulesWithDifferentCandidatesAreNotEqual() {
    String file =
        """
        version: 1
        inbound:
          a: { match: /a, rate: 5/s, shadow: { rate: 6/s } }
          b: { match: /a, rate: 5/s, shadow: { rate: %s } }
        """;
    assertThat(Good.warnings(file.formatted("7/s"))).isEmpty();
    assertThat(Good.warnings(file.formatted("6/s"))).contains("`b` does the same as `a`");
  }

  private static String plain(String text) {
    return text.replace("'", "");
  }

  private static void assertSame(Rule rule, Rule same) {
    Rule candidate = candidateOf(rule);
    assertThat(candidate.meaning()).isEqualTo(same.meaning());
    assertThat(names(candidate)).isEqualTo(names(same));
    assertThat(candidate.answer()).isEqualTo(same.answer());
    assertThat(candidate.quotas())
        .map(Quota::rate)
        .isEqualTo(same.quotas().stream().map(Quota::rate).toList());
  }

  private static String names(Rule rule) {
    return rule.quotas().stream().map(Quota::name).collect(Collectors.joining(", "));
  }

  private static Rule candidateOf(Rule rule) {
    return Objects.requireNonNull(rule.candidate());
  }
}
