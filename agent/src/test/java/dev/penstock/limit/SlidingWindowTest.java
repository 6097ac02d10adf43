package dev.penstock.limit;

import static dev.penstock.limit.CallSequence.drain;
import static dev.penstock.limit.CallSequence.play;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class SlidingWindowTest {
  private static final long TODAY = 1_800_000_000_000_000L;
  private static final long MONTH = 30L * 24 * 3600 * 1_000_000;

  private final NarrowLimit fourPerThousand = new SlidingWindow(4, 1_000);

  @Test
  void thePreviousWindowCountsLessOverTime() {
    // Four units are spent at 900. Three count at 1,250, two at 1,500, none at 2,000.
    assertThat(play(fourPerThousand, 900, 900, 900, 900, 950, 1_000, 1_250, 1_250, 1_500, 2_000))
        .isEqualTo("+3 +2 +1 +0 -300 -250 +0 -250 +0 +1");
  }

  @Test
  void neverAdmitsMoreThanItsPermitsAtAnEdge() {
    NarrowLimit limit = new SlidingWindow(100, 1_000);
    long[] state = {NarrowLimit.UNTOUCHED};
    assertThat(drain(limit, state, TODAY - 1)).isEqualTo(100);
    assertThat(drain(limit, state, TODAY)).isZero();
    assertThat(drain(limit, state, TODAY + 9)).isZero();
    assertThat(drain(limit, state, TODAY + 10)).isEqualTo(1);
  }

  @Test
  void countsNothingAfterTwoIdleWindows() {
    long[] state = {NarrowLimit.UNTOUCHED};
    drain(fourPerThousand, state, TODAY);
    assertThat(fourPerThousand.isUnspent(state[0], TODAY + 1_999)).isFalse();
    assertThat(fourPerThousand.isUnspent(state[0], TODAY + 2_000)).isTrue();
    assertThat(drain(fourPerThousand, state, TODAY + 2_000)).isEqualTo(4);
  }

  @Test
  void reportsTheSameResetTimeThroughoutAWindowWithRemainingUnits() {
    long state = fourPerThousand.spend(NarrowLimit.UNTOUCHED, TODAY + 1, 1);
    assertThat(fourPerThousand.resetMicros(state, TODAY + 1)).isEqualTo(999);
    assertThat(fourPerThousand.resetMicros(state, TODAY + 700)).isEqualTo(300);
  }

  @Test
  void reportsWhenOneMoreCallFitsIfNothingRemains() {
    long[] state = {NarrowLimit.UNTOUCHED};
    drain(fourPerThousand, state, TODAY);
    assertThat(fourPerThousand.resetMicros(state[0], TODAY)).isEqualTo(1_250);
  }

  @Test
  void aMonthOfTheMostPermitsDoesNotOverflow() {
    long most = SlidingWindow.mostPermits(MONTH);
    NarrowLimit limit = new SlidingWindow(most, MONTH);
    long start = TODAY / MONTH * MONTH;
    long state = limit.spend(NarrowLimit.UNTOUCHED, start, most);
    assertThat(state).isPositive();
    assertThat(limit.remaining(state, start + MONTH)).isZero();
    assertThat(limit.remaining(state, start + MONTH + MONTH / 2)).isEqualTo(most / 2);
    assertThat(limit.spend(state, start, Long.MAX_VALUE)).isEqualTo(NarrowLimit.REFUSED);
    assertThatIllegalArgumentException().isThrownBy(() -> new SlidingWindow(most + 1, MONTH));
  }
}
