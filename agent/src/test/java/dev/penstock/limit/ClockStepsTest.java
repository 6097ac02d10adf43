package dev.penstock.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The store's clock never goes back. If it did, no client would get more than without the step, and
 * a key would be blocked at most until the clock has caught up and one more period has passed.
 */
class ClockStepsTest {
  private static final long TODAY = 1_800_000_000_000_000L;
  private static final long HOUR = 3_600_000_000L;
  private static final int ALGORITHMS = 7;

  @ParameterizedTest
  @ValueSource(longs = {-HOUR, HOUR})
  void aStepAdmitsNoMoreThanTheApparentTime(long step) {
    Random random = new Random(30);
    for (int run = 0; run < 20_000; run++) {
      Account account = new Account(limit(random, run % ALGORITHMS));
      long now = TODAY + random.nextLong(HOUR);
      long admitted = spendAWhile(random, account, now);
      assertThat(admitted).isPositive();
      long left = account.remaining(now);
      long after = account.remaining(now + step);
      if (step < 0) {
        assertThat(after).as("%s after the step", account).isLessThanOrEqualTo(left);
      }
      assertThat(account.drain(now + step))
          .isEqualTo(after)
          .isLessThanOrEqualTo(account.limit().capacity());
      assertThat(account.drain(now + step)).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-HOUR, HOUR})
  void aStepForthAndBackLosesNoCount(long step) {
    Random random = new Random(31);
    for (int run = 0; run < 20_000; run++) {
      Account account = new Account(limit(random, run % ALGORITHMS));
      long now = TODAY + random.nextLong(HOUR);
      account.drain(now);
      account.drain(now + step);
      assertThat(account.drain(now)).as("%s", account).isZero();
      assertThat(account.drain(now + step)).as("%s", account).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-HOUR, HOUR})
  void aKeyIsBlockedForTheStepPlusOnePeriodAtMostAndReportsThat(long step) {
    Random random = new Random(32);
    for (int run = 0; run < 20_000; run++) {
      Account account = new Account(limit(random, run % ALGORITHMS));
      long now = TODAY + random.nextLong(HOUR);
      account.drain(now);
      long wait = account.waitMicros(now + step, 1);
      long whole = account.waitMicros(now + step, account.limit().capacity());
      assertThat(wait).isLessThanOrEqualTo(Math.max(0, -step) + longest(account.limit()));
      assertThat(whole).isLessThanOrEqualTo(Math.max(0, -step) + longest(account.limit()));
      assertThat(account.fits(now + step + wait, 1)).as("%s", account).isTrue();
      if (wait > 0) {
        assertThat(account.fits(now + step + wait - 1, 1)).as("%s", account).isFalse();
      }
      assertThat(account.isUnspent(now + Math.max(0, step) + longest(account.limit()))).isTrue();
    }
  }

  private static long spendAWhile(Random random, Account account, long until) {
    long admitted = 0;
    for (long now = until - 1_000; now < until; now += 1 + random.nextLong(400)) {
      admitted += account.spend(now, 1) ? 1 : 0;
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
