package dev.penstock.limit;

import org.jspecify.annotations.Nullable;

/** Computes the state of a key when a reload replaces its limit by another one. */
public final class CarryOver {
  /*
   * Case 1: only numbers change (rate, burst, wait). All spent units are kept exactly, including
   * those beyond the new limit. So lowering a limit and raising it again never admits more than the
   * higher limit alone. Proof for buckets with any rates r and bursts b: let D be the units spent
   * and not yet refilled. A call of cost n is admitted only while D + n <= b. A bucket that always
   * has the highest r and the highest b never has a larger D, so it admits the same calls.
   *
   * Case 2: the period or the algorithm changes. The units that count at the time of the reload
   * count as spent at that time, up to the capacity of the new limit. Without that bound, a monthly
   * quota that becomes 100 per minute would block its clients for hours.
   *
   * Case 3: concurrency limits. Slots of calls in flight are not units of a rate, so nothing is
   * carried over to or from them.
   */
  private CarryOver() {}

  /** The units of a key that count as spent now; can be more than the limit permits. */
  public static SpentUnits spent(Limit limit, long state, long @Nullable [] wide, long nowMicros) {
    if (limit instanceof NarrowLimit narrow) {
      return narrow.spent(state, nowMicros);
    }
    return wide == null ? SpentUnits.NONE : ((WideLimit) limit).spent(wide, nowMicros);
  }

  /** The part of {@code spent} under the old limit that counts under the new one. */
  public static SpentUnits carried(Limit from, Limit to, SpentUnits spent) {
    return areBucketsOfOnePeriod(from, to) ? spent : spent.atMost(to.capacity());
  }

  /** The state of a narrow limit after spending these units now; 0 for a wide limit. */
  public static long state(Limit limit, SpentUnits spent, long nowMicros) {
    return limit instanceof NarrowLimit narrow
        ? narrow.withAtLeast(spent, NarrowLimit.UNTOUCHED, nowMicros)
        : 0;
  }

  /** The state of a wide limit after spending these units now; null for a narrow limit. */
  public static long @Nullable [] wideState(Limit limit, SpentUnits spent, long nowMicros) {
    return limit instanceof WideLimit wide
        ? wide.withAtLeast(spent, wide.untouched(), nowMicros)
        : null;
  }

  private static boolean areBucketsOfOnePeriod(Limit from, Limit to) {
    return from instanceof TokenBucket
        && to instanceof TokenBucket
        && from.periodMicros() == to.periodMicros();
  }
}
