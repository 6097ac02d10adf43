package dev.penstock.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Carry-over of spent units from one limit to the next. */
class CarryOverTest {
  private static final long TODAY = 1_800_000_000_000_000L;
  private static final long MINUTE = 60_000_000;

  @Test
  void spentUnitsStaySpentBetweenAllPairsOfAlgorithms() {
    Random random = new Random(4);
    for (int i = 0; i < 100_000; i++) {
      long now = TODAY + random.nextLong(5 * MINUTE);
      LimitedKey from = anyKey(random, defaultLimit(random), now);
      Limit to = defaultLimit(random);
      long later = now + random.nextLong(MINUTE);

      long spent =
          weighsUnitsDifferently(from.limit(), to)
              ? 0
              : from.limit().capacity() - from.remaining(later);
      LimitedKey carried = from.carriedTo(to, later);

      assertThat(carried.state()).isNotNegative();
      assertThat(carried.remaining(later))
          .as("from %s to %s at %s", from, carried, later)
          .isBetween(0L, Math.max(0, to.capacity() - spent) + partOfAToken(from, to));
      assertWaitIsExact(carried, later);
    }
  }

  /**
   * A log with a shorter period, or slices that are not strict, may count fewer of the same units.
   */
  private static boolean weighsUnitsDifferently(Limit from, Limit to) {
    return (from instanceof SlidingLog && to instanceof SlidingLog)
        || (from instanceof SlicedWindow && to.sharesStateWith(from));
  }

  /** Carry-over between buckets is exact, where other algorithms round up to whole units. */
  private static int partOfAToken(LimitedKey from, Limit to) {
    return to instanceof TokenBucket && from.limit() instanceof TokenBucket ? 1 : 0;
  }

  private static void assertWaitIsExact(LimitedKey key, long now) {
    long wait = key.waitMicros(now, 1);
    assertThat(key.fits(now + wait, 1)).as("%s at %s", key, now).isTrue();
    if (wait > 0) {
      assertThat(key.fits(now + wait - 1, 1)).as("%s at %s", key, now).isFalse();
    }
  }

  @Test
  void aLaterRefundNeverExceedsTheCapacityOrTheSpentUnits() {
    Random random = new Random(14);
    for (int i = 0; i < 100_000; i++) {
      long now = TODAY + random.nextLong(5 * MINUTE);
      LimitedKey key = anyKey(random, defaultLimit(random), now);
      long cost = 1 + random.nextLong(3);
      boolean spent = key.spend(now, cost);
      long later = now + random.nextLong(MINUTE);
      LimitedKey carried = key.carriedTo(defaultLimit(random), later);
      long before = carried.remaining(later);
      if (spent) {
        carried.refund(now, later, cost);
      }
      assertThat(carried.state()).isNotNegative();
      assertThat(carried.remaining(later))
          .as("%s at %s", carried, later)
          .isBetween(before, Math.min(carried.limit().capacity(), before + cost));
    }
  }

  @Test
  void concurrencySlotsAndUnitsAreNotConverted() {
    LimitedKey inFlight = new LimitedKey(new Concurrency(10));
    inFlight.spend(TODAY, 7);
    LimitedKey spent = new LimitedKey(new FixedWindow(10, MINUTE));
    spent.spend(TODAY, 7);

    assertThat(inFlight.carriedTo(new Concurrency(20), TODAY).remaining(TODAY)).isEqualTo(13);
    assertThat(inFlight.carriedTo(new Concurrency(5), TODAY).remaining(TODAY)).isZero();
    assertThat(inFlight.carriedTo(new FixedWindow(10, MINUTE), TODAY).remaining(TODAY))
        .isEqualTo(10);
    assertThat(inFlight.carriedTo(new SlidingLog(10, MINUTE), TODAY).isUnspent(TODAY)).isTrue();
    assertThat(spent.carriedTo(new Concurrency(10), TODAY).remaining(TODAY)).isEqualTo(10);
  }

  @Test
  void anUnspentKeyStartsEmpty() {
    LimitedKey key = new LimitedKey(new FixedWindow(10, MINUTE));
    key.spend(TODAY, 10);
    LimitedKey carried = key.carriedTo(new TokenBucket(20, MINUTE, 20), TODAY + MINUTE);
    assertThat(carried.state()).isEqualTo(NarrowLimit.UNTOUCHED);
  }

  @Test
  void aLimitWithOtherPermitsKeepsItsCount() {
    Limit[][] pairs = {
      {new FixedWindow(10, MINUTE), new FixedWindow(5, MINUTE)},
      {new SlidingWindow(10, MINUTE), new SlidingWindow(5, MINUTE)},
      {new SlidingLog(10, MINUTE), new SlidingLog(5, MINUTE)},
      {new SlicedWindow(10, MINUTE, 6, true), new SlicedWindow(5, MINUTE, 6, false)},
    };
    for (Limit[] pair : pairs) {
      LimitedKey ten = new LimitedKey(pair[0]);
      ten.spend(TODAY, 8);
      LimitedKey five = ten.carriedTo(pair[1], TODAY);
      assertThat(five.remaining(TODAY)).as("%s", five).isZero();
      assertThat(five.fits(TODAY, Long.MAX_VALUE)).as("%s", five).isFalse();
      assertThat(five.carriedTo(pair[0], TODAY).remaining(TODAY)).isEqualTo(2);
    }
  }

  @Test
  void aSmallerBucketKeepsTheDebt() {
    LimitedKey hundred = new LimitedKey(new TokenBucket(60, MINUTE, 100));
    hundred.spend(TODAY, 100);
    LimitedKey ten = hundred.carriedTo(new TokenBucket(60, MINUTE, 10), TODAY);
    assertThat(ten.remaining(TODAY)).isZero();
    assertThat(ten.waitMicros(TODAY, 1)).isEqualTo(91 * MINUTE / 60);
    assertThat(ten.spent(TODAY).roundedUp()).isEqualTo(100);
    assertThat(ten.carriedTo(new TokenBucket(60, MINUTE, 100), TODAY).remaining(TODAY)).isZero();
  }

  @Test
  void aSlowerBucketOfTheSamePeriodKeepsTheExactDebt() {
    LimitedKey seven = new LimitedKey(new TokenBucket(7, MINUTE, 7));
    seven.spend(TODAY, 7);
    long later = TODAY + MINUTE / 3;
    LimitedKey three = seven.carriedTo(new TokenBucket(3, MINUTE, 3), later);
    // The debt is 7 - 7/3. One unit fits at a debt of 2, so 8/3 must be refilled at 3 per minute.
    assertThat(three.waitMicros(later, 1)).isEqualTo(MINUTE * 8 / 9 + 1);
    assertThat(three.carriedTo(new TokenBucket(7, MINUTE, 7), later).remaining(later)).isEqualTo(2);
  }

  @Test
  void anotherPeriodOrAlgorithmCarriesAtMostItsCapacity() {
    LimitedKey month = new LimitedKey(new FixedWindow(90_000, 30 * 24 * 60 * MINUTE));
    month.spend(TODAY, 90_000);
    LimitedKey minute = month.carriedTo(new TokenBucket(100, MINUTE, 100), TODAY);
    assertThat(minute.remaining(TODAY)).isZero();
    assertThat(minute.waitMicros(TODAY, 1)).isEqualTo(MINUTE / 100);
  }

  static Limit defaultLimit(Random random) {
    long permits = 1 + random.nextLong(20);
    long period = (1 + random.nextLong(3)) * MINUTE;
    long burst = 1 + random.nextLong(20);
    return switch (random.nextInt(8)) {
      case 0 -> new TokenBucket(permits, period, burst);
      case 1 -> new FixedWindow(permits, period);
      case 2 -> new SlidingLog(permits, period);
      case 3 -> new SlicedWindow(permits, period, 1 + random.nextInt(6), random.nextBoolean());
      case 4 -> new TokenBucket(permits, period, burst, random.nextLong(MINUTE));
      case 5 -> new CalendarWindow(permits, CalendarWindow.Unit.DAY, ZoneOffset.UTC);
      default -> new SlidingWindow(permits, period);
    };
  }

  private static LimitedKey anyKey(Random random, Limit limit, long now) {
    LimitedKey key = new LimitedKey(limit);
    long time = now - 2 * MINUTE;
    while (time < now) {
      key.spend(time, 1 + random.nextLong(3));
      time += random.nextLong(MINUTE);
    }
    return key;
  }
}
