package dev.penstock.testdialects;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests the limits of the modelled APIs call by call. */
class ServerLimitTest {
  @Test
  void aBucketAllowsItsCapacityAndThenOneCallPerRefill() {
    var bucket = new ServerBucket(3, 10, Duration.ofSeconds(1));
    assertThat(play(bucket, 0, 0, 0, 0, 99, 100, 100, 450))
        .isEqualTo("+2 +1 +0 -100 -1 +0 -100 +2");
  }

  @Test
  void aBucketNeverHoldsMoreThanItsCapacity() {
    var bucket = new ServerBucket(2, 10, Duration.ofSeconds(1));
    assertThat(play(bucket, 0, 100_000, 100_000, 100_000)).isEqualTo("+1 +1 +0 -100");
  }

  @Test
  void windowsBeginAtMultiplesOfTheirLength() {
    var windows = new ServerWindows(2, Duration.ofSeconds(1));
    assertThat(play(windows, 900, 950, 980, 1_000, 1_001, 1_002, 2_000))
        .isEqualTo("+1 +0 -20 +1 +0 -998 +1");
  }

  @Test
  void aRejectedCallIsNotCounted() {
    var windows = new ServerWindows(1, Duration.ofSeconds(1));
    assertThat(play(windows, 0, 1, 2, 1_000)).isEqualTo("+0 -999 -998 +0");
  }

  /** For each call, the remaining calls if it is allowed, or the wait in milliseconds. */
  private static String play(ServerLimit limit, long... millis) {
    var score = new StringBuilder();
    for (long at : millis) {
      ServerLimit.Verdict verdict = limit.decide(at * 1_000_000, at);
      score
          .append(
              verdict.allowed() ? "+" + verdict.remaining() : "-" + verdict.untilNext().toMillis())
          .append(' ');
    }
    return score.toString().strip();
  }
}
