package dev.penstock.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads that read the clock, are delayed, and find a state from a later window. */
class DelayedThreadsTest {
  private static final long WINDOW = 1_000;
  private static final long EDGE = 1_800_000_000_000_000L;
  private static final long DAY = 24L * 3600 * 1_000_000;

  static Limit[] windows() {
    return new Limit[] {
      new FixedWindow(5, WINDOW),
      new SlidingWindow(5, WINDOW),
      new SlidingLog(5, WINDOW),
      new SlicedWindow(5, WINDOW, 4, false),
      new SlicedWindow(5, WINDOW, 4, true)
    };
  }

  static Limit[] limits() {
    Limit[] limits = Arrays.copyOf(windows(), windows().length + 2);
    limits[limits.length - 2] = new TokenBucket(5, WINDOW, 5);
    limits[limits.length - 1] = new TokenBucket(5, WINDOW, 1, 4 * WINDOW / 5);
    return limits;
  }

  @ParameterizedTest
  @MethodSource("limits")
  void aDelayedThreadSpendsFromTheLaterWindowAndLosesNothing(Limit limit) {
    LimitedKey key = new LimitedKey(limit);
    key.spend(EDGE + 1, 3);
    long late = key.drain(EDGE - 2);
    assertThat(late).isBetween(1L, 2L);
    assertThat(key.remaining(EDGE + 1)).isEqualTo(5 - 3 - late);
  }

  @ParameterizedTest
  @MethodSource("limits")
  void theWaitOfADelayedThreadIsExact(Limit limit) {
    LimitedKey key = new LimitedKey(limit);
    key.spend(EDGE + 1, 5);
    long late = EDGE - 2;
    long wait = key.waitMicros(late, 1);
    assertThat(key.fits(late + wait - 1, 1)).isFalse();
    assertThat(key.fits(late + wait, 1)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("limits")
  void anIdleKeyStaysUnspentForAMonthWithoutCleanup(Limit limit) {
    LimitedKey key = new LimitedKey(limit);
    key.spend(EDGE, 5);
    for (int day = 1; day <= 28; day++) {
      assertThat(key.isUnspent(EDGE + day * DAY)).as("after %s days", day).isTrue();
      assertThat(key.remaining(EDGE + day * DAY)).as("day %s", day).isEqualTo(5);
    }
  }
}
