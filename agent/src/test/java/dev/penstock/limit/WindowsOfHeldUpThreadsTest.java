package dev.penstock.limit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A thread may read the clock, be held up, and find a state written in a later window. */
class WindowsOfHeldUpThreadsTest {
  private static final long WINDOW = 1_000;
  private static final long EDGE = 1_800_000_000_000_000L;
  private static final long DAY = 24L * 3600 * 1_000_000;

  static NarrowLimit[] windows() {
    return new NarrowLimit[] {new FixedWindow(5, WINDOW), new SlidingWindow(5, WINDOW)};
  }

  static NarrowLimit[] limits() {
    return new NarrowLimit[] {
      new FixedWindow(5, WINDOW), new SlidingWindow(5, WINDOW), new TokenBucket(5, WINDOW, 5)
    };
  }

  @ParameterizedTest
  @MethodSource("limits")
  void aLateThreadSpendsFromTheLaterWindowAndLosesNothing(NarrowLimit limit) {
    long[] state = {limit.spend(NarrowLimit.UNTOUCHED, EDGE + 1, 3)};
    int late = Script.drain(limit, state, EDGE - 2);
    assertThat(late).isBetween(1, 2);
    assertThat(limit.remaining(state[0], EDGE + 1)).isEqualTo(5 - 3 - late);
  }

  @ParameterizedTest
  @MethodSource("windows")
  void theWaitOfALateThreadIsHonest(NarrowLimit limit) {
    long state = limit.spend(NarrowLimit.UNTOUCHED, EDGE + 1, 5);
    long late = EDGE - 2;
    long wait = limit.waitMicros(state, late, 1);
    assertThat(limit.spend(state, late + wait - 1, 1)).isEqualTo(NarrowLimit.REFUSED);
    assertThat(limit.spend(state, late + wait, 1)).isNotEqualTo(NarrowLimit.REFUSED);
  }

  @ParameterizedTest
  @MethodSource("limits")
  void aKeyLeftAloneIsWholeForAMonthEvenIfNobodySweepsIt(NarrowLimit limit) {
    long state = limit.spend(NarrowLimit.UNTOUCHED, EDGE, 5);
    for (int day = 1; day <= 28; day++) {
      assertThat(limit.whole(state, EDGE + day * DAY)).as("after %s days", day).isTrue();
      assertThat(limit.remaining(state, EDGE + day * DAY)).as("day %s", day).isEqualTo(5);
    }
  }
}
