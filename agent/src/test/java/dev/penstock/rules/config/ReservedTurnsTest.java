package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.TokenBucket;
import dev.penstock.rules.PacingSettings;
import dev.penstock.rules.Rule;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which outbound rules reserve a turn ahead of time. */
class ReservedTurnsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ rate: 5/s, concurrency: 4 }",
        "{ rate: 5/s }, { concurrency: 4, key: host }",
        "{ rate: 5/s }, { rate: 9/min, algorithm: fixed-window }",
        "{ rate: 5/s }, { rate: 9/min, algorithm: sliding-window }",
        "{ rate: 5/s }, { rate: 9/min, algorithm: sliding-window, slices: 6 }",
        "{ rate: 5/s }, { rate: 9/min, algorithm: sliding-log }",
        "{ rate: 5/s }, { rate: 9/day, calendar: UTC }",
        "{ rate: 5/s, burst: 1 }, { rate: 5/s, algorithm: gcra }, { concurrency: 4 }",
      })
  void bucketsDoNotReserveTogetherWithALimitThatCannot(String limits) {
    Rule rule = Good.outbound("{ match: https://a.org/**, wait: 1s, limits: [" + limits + "] }");
    assertThat(rule.reserves()).isFalse();
    assertThat(rule.quotas().get(0).defaultLimit()).isEqualTo(new TokenBucket(5, 1_000_000, 1));
    assertThat(longestWaits(rule)).containsOnly(0L);
    assertThat(rule.pacing()).extracting(PacingSettings::waitMicros).isEqualTo(1_000_000L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rate: 5/s",
        "rate: { free: 5/s, pro: 9/s }, burst: 9",
        "limits: [{ rate: 5/s }, { rate: 9/min, algorithm: gcra }, { rate: 99/h, burst: 9 }]",
      })
  void reservesATurnIfAllLimitsAreBuckets(String limits) {
    Rule rule =
        Good.file(
                "version: 1\nplans: { from: header.X, default: free }\n"
                    + ("outbound: { a: { match: 'https://a.org/**', " + limits + " } }"))
            .rules()
            .outbound()
            .rules()
            .get(0);
    assertThat(rule.reserves()).isTrue();
    assertThat(longestWaits(rule)).containsOnly(30_000_000L);
  }

  @Test
  void reservesNothingWithoutBucketsOrForInboundCalls() {
    assertThat(Good.outbound("{ match: https://a.org/**, concurrency: 4 }").reserves()).isFalse();
    assertThat(Good.outbound("{ match: https://a.org/**, learn: true }").reserves()).isFalse();
    Rule inbound =
        Good.rule("{ match: /a, rate: 5/s, algorithm: leaky-bucket, wait: 1s, concurrency: 4 }");
    assertThat(inbound.reserves()).isFalse();
    assertThat(longestWaits(inbound)).containsOnly(1_000_000L);
  }

  /** The longest wait of each bucket of a rule. */
  private static Stream<Long> longestWaits(Rule rule) {
    return rule.quotas().stream()
        .flatMap(quota -> quota.limits().values().stream())
        .filter(TokenBucket.class::isInstance)
        .map(limit -> ((TokenBucket) limit).patienceMicros());
  }
}
