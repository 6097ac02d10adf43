package dev.penstock.store.redis.lease;

import dev.penstock.limit.CalendarWindow;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.TokenBucket;

/** How many units of a limit an instance should borrow at once. */
final class LoanSize {
  /*
   * Large loans spare round trips. But units in one hand are missing in another: a limit of L that
   * n instances share admits at least L - n * lease, where `lease` is the most that one of them
   * holds unspent. So a loan is never more than
   *
   * - what is spent in 200 ms, or in the time for which units are lent, if that is shorter;
   * - a quarter of the capacity, divided by the instances;
   * - half of what is left as last told, divided by the instances: loans shrink towards the end,
   *   and the last units are lent one cost at a time;
   *
   * less what is in hand already. Only calls that wait for units right now can make it more: they
   * spend them as soon as they come. So `lease` is the larger of capacity / (4 * instances) and
   * what the calls that wait for one loan want together.
   *
   * The number of instances only shares out. If there are more than was said, more round trips are
   * needed; nothing else goes wrong.
   */
  private static final long SHARES_OF_CAPACITY = 4;
  private static final long SHARES_OF_REST = 2;

  /** The longest pause after a refusal, and the part of the capacity that it may refill. */
  private static final long LONGEST_PAUSE_MICROS = 50_000;

  private static final long PARTS_OF_REFILL = 8;
  private static final long PARTS_TO_PAUSE_AT = 128;

  private final Limit limit;
  private final long instances;

  LoanSize(Limit limit, int instances) {
    this.limit = limit;
    this.instances = Math.max(1, instances);
  }

  Limit limit() {
    return limit;
  }

  /** The most that is borrowed in advance of calls. */
  long largest() {
    return limit.capacity() / (SHARES_OF_CAPACITY * instances);
  }

  /**
   * The most to ask for.
   *
   * @param wanted what calls are waiting for
   * @param held what is in hand and stays there
   */
  long units(DemandEstimate demand, LenderReply told, long wanted, long held, long nowMicros) {
    long left = leftUnits(told, nowMicros) / (SHARES_OF_REST * instances);
    long ahead = Math.min(demand.nextLoan(told.validMicros()), Math.min(largest(), left));
    return Math.max(Math.min(wanted, limit.capacity()), ahead - held);
  }

  /** True if so little is left that a busy key should pause until it is worth asking again. */
  boolean isNearlySpent(long leftUnits) {
    return leftUnits < limit.capacity() / PARTS_TO_PAUSE_AT;
  }

  /**
   * For how long nobody asks again for a busy key that has nothing left. Most limits have another
   * unit a moment later, and a key far above its limit would ask for each of them; after a pause it
   * gets many at once. They are not lost, as a pause is too short to refill the capacity. A window
   * that begins anew needs none.
   */
  long pauseMicros() {
    if (limit instanceof FixedWindow || limit instanceof CalendarWindow) {
      return 0;
    }
    double intervalMicros = (double) limit.periodMicros() / (double) limit.permits();
    long refillMicros = (long) (intervalMicros * (double) limit.capacity());
    return Math.min(LONGEST_PAUSE_MICROS, refillMicros / PARTS_OF_REFILL);
  }

  /** What can be left by now. Too high a guess does no harm: the lender knows. */
  private long leftUnits(LenderReply told, long nowMicros) {
    long capacity = limit.capacity();
    if (told.leftUnits() == LenderReply.UNTOLD) {
      return capacity;
    }
    if (!(limit instanceof TokenBucket)) {
      return nowMicros < told.moreAtMicros() ? told.leftUnits() : capacity;
    }
    double elapsedMicros = (double) (nowMicros - told.askedAtMicros());
    long refilled =
        (long) (elapsedMicros * (double) limit.permits() / (double) limit.periodMicros());
    return Math.min(capacity, told.leftUnits() + Math.min(capacity, refilled));
  }
}
