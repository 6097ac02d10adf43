package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.BackoffSettings;
import dev.penstock.rules.Exemption;
import dev.penstock.rules.FileSettings;
import dev.penstock.rules.Mode;
import dev.penstock.rules.PacingSettings;
import dev.penstock.rules.Quota;
import dev.penstock.rules.RejectionStyle;
import dev.penstock.rules.Rule;
import dev.penstock.rules.key.ClientAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the parsing of outbound rules. */
class OutboundRulesTest {
  private static final PacingSettings DEFAULT =
      new PacingSettings(30_000_000, PacingSettings.ENDLESS_QUEUE, false, 600_000_000, false, null);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rate: 5/s | token-bucket 5/1000000us burst 1 patience 30000000us
          rate: 5/s, wait: 2s, queue: 3 | token-bucket 5/1000000us burst 1 patience 2000000us
          rate: 5/s, wait: 0s | token-bucket 5/1000000us burst 1
          rate: 5/s, wait: 10min | token-bucket 5/1000000us burst 1 patience 600000000us
          rate: 5/s, burst: 9 | token-bucket 5/1000000us burst 9 patience 30000000us
          rate: 5/s, algorithm: token-bucket | token-bucket 5/1000000us burst 5 patience 30000000us
          rate: 5/s, algorithm: gcra, wait: 1s | token-bucket 5/1000000us burst 5 patience 1000000us
          rate: 5/s, algorithm: leaky-bucket, burst: 2 | \
          token-bucket 5/1000000us burst 2 patience 30000000us
          rate: 5/s, algorithm: sliding-window, wait: 1s, queue: 3 | sliding-window 5/1000000us
          rate: 5/s, algorithm: sliding-log | sliding-log 5/1000000us
          rate: 5/s, algorithm: fixed-window | fixed-window 5/1000000us
          """)
  void everyAlgorithmCanLimitOutboundCalls(String written, String limit) {
    Rule rule = Good.outbound("{ match: https://a.org/**, " + written + " }");
    assertThat(rule.quotas().get(0).defaultLimit()).hasToString(limit);
  }

  @ParameterizedTest
  @CsvSource({
    "'', leaky-bucket",
    "', burst: 5', token-bucket",
    "', calendar: UTC', fixed-window",
    "', algorithm: gcra', gcra",
  })
  void usesALeakyBucketByDefault(String written, String algorithm) {
    Rule rule = Good.outbound("{ match: https://a.org/**, rate: 5/day" + written + " }");
    assertThat(rule.quotas().get(0).algorithm()).isEqualTo(algorithm);
  }

  @Test
  void readsSeveralLimitsWithOneWait() {
    Rule rule =
        Good.outbound(
            """
            { match: https://a.org/**, wait: 1s, queue: 7, limits: [
              { rate: 5/s }, { rate: 9/min, algorithm: fixed-window, key: host, concurrency: 4 }] }
            """);
    assertThat(rule.quotas().stream().map(quota -> quota.name() + " " + quota.defaultLimit()))
        .containsExactly(
            "a-1 token-bucket 5/1000000us burst 1",
            "a-2 fixed-window 9/60000000us",
            "a-2-concurrency concurrency 4");
    assertThat(rule.pacing()).isEqualTo(pacing(1_000_000, 7));
  }

  @Test
  void aConcurrencyLimitAlsoWaitsForASlot() {
    Rule rule = Good.outbound("{ match: https://a.org/**, concurrency: 4, wait: 1s, queue: 7 }");
    assertThat(rule.quotas().stream().map(Quota::toString)).containsExactly("4 at once by global");
    assertThat(rule.pacing()).isEqualTo(pacing(1_000_000, 7));
  }

  private static PacingSettings pacing(long waitMicros, long queue) {
    return new PacingSettings(waitMicros, queue, false, 600_000_000, false, null);
  }

  @Test
  void holdsForThirtySecondsAndDoesNotLearnByDefault() {
    assertThat(Good.outbound("{ match: https://a.org/**, rate: 5/s }").pacing()).isEqualTo(DEFAULT);
    assertThat(Good.rule("{ match: /a, rate: 5/s }").pacing()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          learn: true                       | true  | 600
          learn: false                      | false | 600
          learn: { cap: 90s }               | true  | 90
          learn: "true"                     | true  | 600
          """)
  void readsWhetherItLearns(String written, boolean learns, long capSeconds) {
    PacingSettings pacing =
        Good.outbound("{ match: https://a.org/**, rate: 5/s, " + written + " }").pacing();
    assertThat(pacing)
        .isEqualTo(
            new PacingSettings(
                DEFAULT.waitMicros(),
                DEFAULT.queue(),
                learns,
                capSeconds * 1_000_000,
                false,
                null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          true                      | 500  | 60000
          { base: 1s }              | 1000 | 60000
          { cap: 2min }             | 500  | 120000
          { base: 50ms, cap: 50ms } | 50   | 50
          """)
  void readsHowItBacksOff(String written, long baseMillis, long capMillis) {
    Rule rule =
        Good.outbound(
            "{ match: https://a.org/**, rate: 5/s, learn: true, backoff: " + written + "}");
    assertThat(rule.pacing())
        .extracting(PacingSettings::backoff)
        .isEqualTo(new BackoffSettings(baseMillis * 1_000, capMillis * 1_000));
    Rule off = Good.outbound("{ match: https://a.org/**, rate: 5/s, backoff: false }");
    assertThat(off.pacing()).isEqualTo(DEFAULT);
  }

  @Test
  void canLearnWithoutAConfiguredRate() {
    Rule rule = Good.outbound("{ match: https://a.org/**, learn: true, count-retries: true }");
    assertThat(rule.quotas()).isEmpty();
    assertThat(rule.pacing())
        .isEqualTo(new PacingSettings(30_000_000, Long.MAX_VALUE, true, 600_000_000, true, null));
  }

  @Test
  void readsTheEnforcedPercentageAndRatesByPlan() {
    ParsedRules.Good good =
        Good.file(
            """
            version: 1
            response: { status: 503 }
            outbound:
              a: { match: https://a.org/**, rate: { free: 5/s, pro: 9/s }, mode: shadow }
              b: { match: https://b.org/**, rate: 5/s, enforce: 5% }
            plans: { from: header.X-Plan, default: free }
            """);
    Rule first = good.rules().outbound().rules().get(0);
    assertThat(first.mode()).isEqualTo(Mode.SHADOW);
    assertThat(first.quotas().get(0).limits().keySet()).containsExactly("free", "pro");
    assertThat(first.answer()).isEqualTo(RejectionStyle.DEFAULT);
    assertThat(good.rules().outbound().rules().get(1).enforcedPercent()).isEqualTo(5);
    assertThat(good.warnings()).isEmpty();
  }

  @Test
  void sharesSettingsWithInboundRules() {
    ParsedRules.Good good =
        Good.file(
            """
            version: 1
            mode: shadow
            inbound: { in: { match: /a, rate: 5/s } }
            outbound: { out: { match: https://a.org/**, rate: 5/s } }
            exempt: [/health, ip 10.0.0.0/8]
            client-ip: { trusted-proxies: 10.0.0.0/8 }
            shed: { capacity: 5 }
            store: { max-keys: 5000 }
            """);
    assertThat(good.rules().inbound().rules()).extracting(Rule::name).containsExactly("in");
    assertThat(good.rules().outbound().rules()).extracting(Rule::name).containsExactly("out");
    assertThat(good.rules().outbound().isOutbound()).isTrue();
    FileSettings settings = good.rules().outbound().settings();
    assertThat(settings)
        .isEqualTo(
            new FileSettings(Mode.SHADOW, Exemption.NONE, ClientAddress.DIRECT, null, null, 5_000));
    assertThat(good.warnings()).isEmpty();
  }

  @Test
  void warnsOfEqualRulesUnlessTheirWaitOrQueueDiffers() {
    String warnings =
        Good.warnings(
            """
            version: 1
            outbound:
              a: { match: https://a.org/**, algorithm: sliding-log, rate: 60/min }
              b: { match: https://a.org/**, algorithm: sliding-log, rate: 60/min, wait: 1s }
              c: { match: https://a.org/**, algorithm: sliding-log, rate: 60/60s }
            """);
    assertThat(warnings)
        .isEqualTo(
            """
            penstock.yaml:5:3: warning: `c` does the same as `a`
              |
            5 |   c: { match: https://a.org/**, algorithm: sliding-log, rate: 60/60s }
              |   ^
              = at outbound.c
              = help: remove one of them""");
  }

  @Test
  void warnsOfAFileWithoutRules() {
    assertThat(Good.warnings("version: 1\noutbound: {}"))
        .isEqualTo("penstock.yaml: warning: there are no rules, so nothing is limited");
  }
}
