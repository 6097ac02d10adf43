package dev.penstock.limit;

import static dev.penstock.limit.CallSequence.drain;
import static dev.penstock.limit.CallSequence.play;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class FixedWindowTest {
  private static final long TODAY = 1_800_000_000_000_000L;
  private static final long MONTH = 30L * 24 * 3600 * 1_000_000;

  private final NarrowLimit twoPerThousand = new FixedWindow(2, 1_000);

  @Test
  void admitsItsPermitsInEachWindowFromOneMultipleToTheNext() {
    assertThat(play(twoPerThousand, 10, 20, 30, 999, 1_000, 1_001, 1_002, 5_999, 6_000))
        .isEqualTo("+1 +0 -970 -1 +1 +0 -998 +1 +1");
  }

  @Test
  void admitsExactlyTwiceItsPermitsAcrossAnEdge() {
    NarrowLimit limit = new FixedWindow(100, 1_000);
    long[] state = {NarrowLimit.UNTOUCHED};
    assertThat(drain(limit, state, TODAY - 1)).isEqualTo(100);
    assertThat(drain(limit, state, TODAY)).isEqualTo(100);
    assertThat(drain(limit, state, TODAY + 999)).isZero();
  }

  @Test
  void reportsTheSameResetTimeThroughoutAWindow() {
    long state = twoPerThousand.spend(NarrowLimit.UNTOUCHED, TODAY + 1, 1);
    assertThat(twoPerThousand.resetMicros(NarrowLimit.UNTOUCHED, TODAY)).isZero();
    assertThat(twoPerThousand.resetMicros(state, TODAY + 1)).isEqualTo(999);
    assertThat(twoPerThousand.resetMicros(state, TODAY + 700)).isEqualTo(300);
    assertThat(twoPerThousand.resetMicros(state, TODAY + 1_000)).isZero();
  }

  @Test
  void aMonthOfTheMostPermitsDoesNotOverflow() {
    long most = FixedWindow.mostPermits(MONTH);
    NarrowLimit limit = new FixedWindow(most, MONTH);
    long state = limit.spend(NarrowLimit.UNTOUCHED, TODAY, most);
    assertThat(state).isPositive();
    assertThat(limit.remaining(state, TODAY)).isZero();
    assertThat(limit.spend(state, TODAY, 1)).isEqualTo(NarrowLimit.REFUSED);
    assertThat(limit.spend(NarrowLimit.UNTOUCHED, TODAY, Long.MAX_VALUE))
        .isEqualTo(NarrowLimit.REFUSED);
    assertThatIllegalArgumentException().isThrownBy(() -> new FixedWindow(most + 1, MONTH));
  }
}
