package dev.penstock.limit;

import static dev.penstock.limit.CallSequence.play;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class TokenBucketTest {
  private static final long SECOND = 1_000_000;
  private static final long TODAY = 1_800_000_000_000_000L;
  private static final long MONTH = 30L * 24 * 3600 * SECOND;

  /** One permit per 100 us, and three at once. */
  private final NarrowLimit threeAtOnce = new TokenBucket(10, 1_000, 3);

  @Test
  void admitsTheBurstAndThenOneCallPerInterval() {
    assertThat(play(threeAtOnce, 0, 0, 0, 0, 99, 100, 100, 250, 300, 600))
        .isEqualTo("+2 +1 +0 -100 -1 +0 -100 +0 +0 +2");
  }

  @Test
  void startsFullAndNeverExceedsTheBurst() {
    assertThat(play(threeAtOnce, TODAY, TODAY + MONTH, TODAY + MONTH, TODAY + MONTH, TODAY + MONTH))
        .isEqualTo("+2 +2 +1 +0 -100");
  }

  @Test
  void sevenPerSecondAreSevenInEverySecondForAYear() {
    NarrowLimit sevenPerSecond = new TokenBucket(7, SECOND, 7);
    long[] state = {NarrowLimit.UNTOUCHED};
    long secondsWithOtherCount = 0;
    for (long second = 0; second < 365 * 24 * 3600; second += 1_000) {
      for (int i = 0; i < 3; i++) {
        int admitted = CallSequence.drain(sevenPerSecond, state, TODAY + (second + i) * SECOND);
        secondsWithOtherCount += admitted == 7 ? 0 : 1;
      }
    }
    assertThat(secondsWithOtherCount).isZero();
  }

  @Test
  void aRateBetweenTwoTicksIsRoundedDown() {
    // 999,983 is a prime: the interval is no whole number of 1,024ths of a microsecond.
    NarrowLimit limit = new TokenBucket(999_983, SECOND, 10);
    long[] state = {NarrowLimit.UNTOUCHED};
    long admitted = 0;
    for (long now = 0; now < SECOND; now++) {
      admitted += CallSequence.drain(limit, state, now);
    }
    assertThat(admitted).isBetween(998_000L, 999_983L + 10);
  }

  @Test
  void theWaitIsForTheWholeCostOrNeverIfItCannotFit() {
    long state = threeAtOnce.spend(NarrowLimit.UNTOUCHED, TODAY, 2);
    assertThat(threeAtOnce.waitMicros(state, TODAY, 1)).isZero();
    assertThat(threeAtOnce.waitMicros(state, TODAY, 3)).isEqualTo(200);
    assertThat(threeAtOnce.waitMicros(state, TODAY, 4)).isEqualTo(Limit.NEVER);
    assertThat(threeAtOnce.spend(state, TODAY, 4)).isEqualTo(NarrowLimit.REFUSED);
    assertThat(threeAtOnce.spend(state, TODAY, Long.MAX_VALUE)).isEqualTo(NarrowLimit.REFUSED);
  }

  @Test
  void reportsWhenTheNextPermitArrives() {
    long state = threeAtOnce.spend(NarrowLimit.UNTOUCHED, TODAY, 1);
    assertThat(threeAtOnce.resetMicros(NarrowLimit.UNTOUCHED, TODAY)).isZero();
    assertThat(threeAtOnce.resetMicros(state, TODAY + 30)).isEqualTo(70);
    assertThat(threeAtOnce.resetMicros(state, TODAY + 100)).isZero();
  }

  @Test
  void theLargestBurstIsExact() {
    long hundredYears = 100L * 365 * 24 * 3600 * SECOND;
    long burst = hundredYears / MONTH;
    NarrowLimit slowest = new TokenBucket(1, MONTH, burst);
    long[] state = {NarrowLimit.UNTOUCHED};
    assertThat(CallSequence.drain(slowest, state, TODAY)).isEqualTo((int) burst);
    assertThat(slowest.waitMicros(state[0], TODAY, burst)).isEqualTo(burst * MONTH);
    assertThat(state[0]).isPositive();
    assertThatIllegalArgumentException().isThrownBy(() -> new TokenBucket(1, MONTH, burst + 1));
  }

  @Test
  void theFinestTicksAndTheDeepestBucketDoNotOverflow() {
    // 1,024 ticks to the microsecond, a bucket that takes 100 years to fill.
    long permits = 1_023;
    long burst = 100L * 365 / 30 * permits;
    NarrowLimit limit = new TokenBucket(permits, MONTH + 1, burst);
    long state = limit.spend(NarrowLimit.UNTOUCHED, TODAY, burst);
    assertThat(state).isPositive();
    assertThat(limit.remaining(state, TODAY)).isZero();
    assertThat(limit.spend(state, TODAY, burst)).isEqualTo(NarrowLimit.REFUSED);
    assertThat(limit.waitMicros(state, TODAY, burst)).isEqualTo(burst / permits * (MONTH + 1));
  }

  @Test
  void messagesShowTheInvalidNumber() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TokenBucket(0, SECOND, 1))
        .withMessage("permits must be positive, was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TokenBucket(1, SECOND, -3))
        .withMessage("burst must be positive, was -3");
  }
}
