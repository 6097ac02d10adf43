package dev.penstock.store.redis.lease;

import dev.penstock.limit.CalendarWindow;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.TokenBucket;

/** Computes how many units an instance borrows at once. */
final class LoanSize {
  /*
   * Large loans save round trips. But units that one instance holds are missing elsewhere: a limit
   * of L that n instances share admits at least L - n * lease, where `lease` is the most units that
   * one of them holds unspent. So a loan is never more than
   *
   * - what is spent in 200 ms, or in the validity of a loan if that is shorter;
   * - a quarter of the capacity, divided by the number of instances;
   * - half of the units that the lender had left at its last reply, divided by the number of
   *   instances: loans shrink towards the end, and the last units are lent one cost at a time;
   *
   * less the units that are held already. Only calls that wait for units can make it more: they
   * spend the units at once. So `lease` is the larger of capacity / (4 * instances) and what the
   * calls that wait for one loan need together.
   *
   * The number of instances only sizes the shares. If there are more instances than configured,
   * more round trips are needed; nothing else changes.
   */
  private static final long SHARES_OF_CAPACITY = 4;
  private static final long SHARES_OF_REST = 2;

  /** The longest pause after a rejection, and the part of the capacity that it may refill. */
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

  /** The most units that are borrowed in advance. */
  long maxInAdvance() {
    return limit.capacity() / (SHARES_OF_CAPACITY * instances);
  }

  /**
   * The most units to request.
   *
   * @param wanted the units that calls wait for
   * @param held the units that are held and stay here
   */
  long units(DemandEstimate demand, LenderReply lastReply, long wanted, long held, long nowMicros) {
    long left = leftUnits(lastReply, nowMicros) / (SHARES_OF_REST * instances);
    long ahead = Math.min(demand.nextLoan(lastReply.validMicros()), Math.min(maxInAdvance(), left));
    return Math.max(Math.min(wanted, limit.capacity()), ahead - held);
  }

  /** True if so few units are left that a busy key should pause before the next request. */
  boolean isNearlySpent(long leftUnits) {
    return leftUnits < limit.capacity() / PARTS_TO_PAUSE_AT;
  }

  /**
   * How long no loan is requested for a busy key that has no units left. Most limits have another
   * unit a moment later, and a key far above its limit would send a request for each of them; after
   * a pause it gets many at once. No unit is lost, because a pause is too short to refill the
   * capacity. A window that starts again needs no pause.
   */
  long pauseMicros() {
    if (limit instanceof FixedWindow || limit instanceof CalendarWindow) {
      return 0;
    }
    double intervalMicros = (double) limit.periodMicros() / (double) limit.permits();
    long refillMicros = (long) (intervalMicros * (double) limit.capacity());
    return Math.min(LONGEST_PAUSE_MICROS, refillMicros / PARTS_OF_REFILL);
  }

  /**
   * The units that the lender can have by now. A high estimate does no harm, because the lender
   * decides.
   */
  private long leftUnits(LenderReply lastReply, long nowMicros) {
    long capacity = limit.capacity();
    if (lastReply.leftUnits() == LenderReply.UNKNOWN) {
      return capacity;
    }
    if (!(limit instanceof TokenBucket)) {
      return nowMicros < lastReply.moreAtMicros() ? lastReply.leftUnits() : capacity;
    }
    double elapsedMicros = (double) (nowMicros - lastReply.askedAtMicros());
    long refilled =
        (long) (elapsedMicros * (double) limit.permits() / (double) limit.periodMicros());
    return Math.min(capacity, lastReply.leftUnits() + Math.min(capacity, refilled));
  }
}
