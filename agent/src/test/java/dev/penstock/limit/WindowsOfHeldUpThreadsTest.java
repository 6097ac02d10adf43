package dev.penstock.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A thread may read the clock, be delayed, and find a state that was written in a later window. */
class WindowsOfHeldUpThreadsTest {
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
  void aLateThreadSpendsFromTheLaterWindowAndLosesNothing(Limit limit) {
    Account account = new Account(limit);
    account.spend(EDGE + 1, 3);
    long late = account.drain(EDGE - 2);
    assertThat(late).isBetween(1L, 2L);
    assertThat(account.remaining(EDGE + 1)).isEqualTo(5 - 3 - late);
  }

  @ParameterizedTest
  @MethodSource("limits")
  void theWaitOfALateThreadIsExact(Limit limit) {
    Account account = new Account(limit);
    account.spend(EDGE + 1, 5);
    long late = EDGE - 2;
    long wait = account.waitMicros(late, 1);
    assertThat(account.fits(late + wait - 1, 1)).isFalse();
    assertThat(account.fits(late + wait, 1)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("limits")
  void anIdleKeyIsUnspentForAMonthEvenWithoutCleanup(Limit limit) {
    Account account = new Account(limit);
    account.spend(EDGE, 5);
    for (int day = 1; day <= 28; day++) {
      assertThat(account.isUnspent(EDGE + day * DAY)).as("after %s days", day).isTrue();
      assertThat(account.remaining(EDGE + day * DAY)).as("day %s", day).isEqualTo(5);
    }
  }
}
