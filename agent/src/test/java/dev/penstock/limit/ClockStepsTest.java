package dev.penstock.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Steps of the clock. A step admits no more units than no step, and blocks a key at most for the
 * step and one more period. (The clock of the store never steps back.)
 */
class ClockStepsTest {
  private static final long TODAY = 1_800_000_000_000_000L;
  private static final long HOUR = 3_600_000_000L;
  private static final int ALGORITHMS = 7;

  @ParameterizedTest
  @ValueSource(longs = {-HOUR, HOUR})
  void aStepAdmitsAtMostTheUnitsOfTheNewTime(long step) {
    Random random = new Random(30);
    for (int run = 0; run < 20_000; run++) {
      LimitedKey key = new LimitedKey(limit(random, run % ALGORITHMS));
      long now = TODAY + random.nextLong(HOUR);
      long admitted = spendAWhile(random, key, now);
      assertThat(admitted).isPositive();
      long left = key.remaining(now);
      long after = key.remaining(now + step);
      if (step < 0) {
        assertThat(after).as("%s after the step", key).isLessThanOrEqualTo(left);
      }
      assertThat(key.drain(now + step))
          .isEqualTo(after)
          .isLessThanOrEqualTo(key.limit().capacity());
      assertThat(key.drain(now + step)).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-HOUR, HOUR})
  void aStepForthAndBackLosesNoCount(long step) {
    Random random = new Random(31);
    for (int run = 0; run < 20_000; run++) {
      LimitedKey key = new LimitedKey(limit(random, run % ALGORITHMS));
      long now = TODAY + random.nextLong(HOUR);
      key.drain(now);
      key.drain(now + step);
      assertThat(key.drain(now)).as("%s", key).isZero();
      assertThat(key.drain(now + step)).as("%s", key).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-HOUR, HOUR})
  void aKeyIsBlockedAtMostForTheStepPlusOnePeriodAndReportsTheWait(long step) {
    Random random = new Random(32);
    for (int run = 0; run < 20_000; run++) {
      LimitedKey key = new LimitedKey(limit(random, run % ALGORITHMS));
      long now = TODAY + random.nextLong(HOUR);
      key.drain(now);
      long wait = key.waitMicros(now + step, 1);
      long whole = key.waitMicros(now + step, key.limit().capacity());
      assertThat(wait).isLessThanOrEqualTo(Math.max(0, -step) + longest(key.limit()));
      assertThat(whole).isLessThanOrEqualTo(Math.max(0, -step) + longest(key.limit()));
      assertThat(key.fits(now + step + wait, 1)).as("%s", key).isTrue();
      if (wait > 0) {
        assertThat(key.fits(now + step + wait - 1, 1)).as("%s", key).isFalse();
      }
      assertThat(key.isUnspent(now + Math.max(0, step) + longest(key.limit()))).isTrue();
    }
  }

  private static long spendAWhile(Random random, LimitedKey key, long until) {
    long admitted = 0;
    for (long now = until - 1_000; now < until; now += 1 + random.nextLong(400)) {
      admitted += key.spend(now, 1) ? 1 : 0;
    }
    return admitted;
  }

  /** The time until no spent unit counts any more. */
  private static long longest(Limit limit) {
    if (limit instanceof TokenBucket bucket) {
      long interval = ExactArithmetic.ceilDiv(bucket.periodMicros(), bucket.permits());
      return bucket.burst() * interval + bucket.patienceMicros();
    }
    return 2 * limit.periodMicros();
  }

  private static Limit limit(Random random, int algorithm) {
    long permits = 1 + random.nextLong(20);
    long period = 12 * ModelRun.spread(random, HOUR / 4);
    return switch (algorithm) {
      case 0 -> new TokenBucket(permits, period, 1 + random.nextLong(20));
      case 1 -> new TokenBucket(permits, period, 1, random.nextLong(period));
      case 2 -> new FixedWindow(permits, period);
      case 3 -> new SlidingWindow(permits, period);
      case 4 -> new SlicedWindow(permits, period, 4, random.nextBoolean());
      case 5 -> new SlidingLog(permits, period);
      default -> new CalendarWindow(permits, CalendarWindow.Unit.DAY, ZoneOffset.UTC);
    };
  }
}
