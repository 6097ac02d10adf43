package dev.penstock.limit;

import static dev.penstock.limit.CallSequence.play;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SlidingLogTest {
  private static final long TODAY = 1_800_000_000_000_000L;

  private final WideLimit threePerThousand = new SlidingLog(3, 1_000);

  @Test
  void admitsACallAsSoonAsAnotherIsAPeriodOld() {
    assertThat(play(threePerThousand, 0, 10, 20, 30, 999, 1_000, 1_001, 1_010, 3_000))
        .isEqualTo("+2 +1 +0 -970 -1 +0 -9 +0 +2");
  }

  @Test
  void chargesOfOneInstantAreRefundedInAnyOrder() {
    LimitedKey key = new LimitedKey(threePerThousand);
    key.spend(TODAY, 2);
    key.spend(TODAY, 1);
    key.refund(TODAY, TODAY + 5, 1);
    key.refund(TODAY, TODAY + 5, 2);
    assertThat(key.remaining(TODAY + 5)).isEqualTo(3);
    assertThat(key.isUnspent(TODAY + 5)).isTrue();
  }

  @Test
  void doesNotGrowBeyondItsPermitsWithRefunds() {
    WideLimit limit = new SlidingLog(10, 1_000_000);
    long[] state = limit.untouched();
    for (int i = 0; i < 10_000; i++) {
      state = limit.spend(state, TODAY + i, 1);
      if (i % 10 != 0 || i > 80) {
        limit.refund(state, TODAY + i, TODAY + i, 1);
      }
    }
    assertThat(state.length).isLessThanOrEqualTo(3 + 2 * 10);
    assertThat(limit.remaining(state, TODAY + 10_000)).isEqualTo(1);
  }

  @Test
  void theChargeOfADelayedThreadIsInsertedAtItsTime() {
    LimitedKey key = new LimitedKey(threePerThousand);
    key.spend(TODAY + 5, 1);
    key.spend(TODAY, 1);
    key.spend(TODAY + 2, 1);
    assertThat(key.waitMicros(TODAY + 6, 1)).isEqualTo(994);
    assertThat(key.waitMicros(TODAY + 6, 2)).isEqualTo(996);
    assertThat(key.waitMicros(TODAY + 6, 3)).isEqualTo(999);
    key.refund(TODAY, TODAY + 6, 1);
    assertThat(key.remaining(TODAY + 6)).isEqualTo(1);
    assertThat(key.waitMicros(TODAY + 6, 2)).isEqualTo(996);
  }

  @Test
  void reportsWhenMoreRemainsAfterALargerLimitSpentMore() {
    LimitedKey five = new LimitedKey(new SlidingLog(5, 1_000));
    for (int i = 0; i < 5; i++) {
      five.spend(TODAY + i, 1);
    }
    LimitedKey three = five.carriedTo(threePerThousand, TODAY + 5);
    assertThat(three.resetMicros(TODAY + 5)).isEqualTo(1_000 - 5 + 2);
    assertThat(three.fits(TODAY + 1_002, 1)).isTrue();
    assertThat(three.fits(TODAY + 1_001, 1)).isFalse();
  }

  @Test
  void extremeNumbersDoNotOverflow() {
    long years = 100L * 365 * 24 * 3600 * 1_000_000;
    LimitedKey key = new LimitedKey(new SlidingLog(Long.MAX_VALUE, years));
    assertThat(key.spend(TODAY, Long.MAX_VALUE - 1)).isTrue();
    assertThat(key.remaining(TODAY)).isEqualTo(1);
    assertThat(key.fits(TODAY, Long.MAX_VALUE)).isFalse();
    assertThat(key.waitMicros(TODAY, Long.MAX_VALUE)).isEqualTo(years);
    assertThat(key.spend(TODAY + years, Long.MAX_VALUE)).isTrue();
  }
}
