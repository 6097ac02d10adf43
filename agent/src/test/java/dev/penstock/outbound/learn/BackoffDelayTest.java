package dev.penstock.outbound.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.outbound.HighestRandom;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Pauses after rejections without a retry time. */
class BackoffDelayTest {
  @Test
  void theMaximumDoublesUpToTheCap() {
    BackoffDelay backoff = new BackoffDelay(100, 1_000, new HighestRandom());
    int[] rejections = {0, 1, 2, 3, 4, 5, 63, 64, 65, Integer.MAX_VALUE};
    long[] pauses = new long[rejections.length];
    for (int i = 0; i < rejections.length; i++) {
      pauses[i] = backoff.pauseMicros(rejections[i]);
    }
    assertThat(pauses).containsExactly(100, 100, 200, 400, 800, 1_000, 1_000, 1_000, 1_000, 1_000);
  }

  @Test
  void allPausesUpToTheMaximumAreEquallyLikely() {
    BackoffDelay backoff = new BackoffDelay(5, 1_000, new Random(7));
    int[] counts = new int[11];
    for (int run = 0; run < 110_000; run++) {
      counts[(int) backoff.pauseMicros(2)]++;
    }
    for (int count : counts) {
      assertThat(count).isBetween(9_500, 10_500);
    }
  }

  @Test
  void invalidNumbersAreRejected() {
    assertThatThrownBy(() -> new BackoffDelay(0, 5, new Random(1)))
        .hasMessage("0 < base <= cap must hold, was 0 and 5");
    assertThatThrownBy(() -> new BackoffDelay(6, 5, new Random(1))).hasMessageContaining("6 and 5");
  }
}
