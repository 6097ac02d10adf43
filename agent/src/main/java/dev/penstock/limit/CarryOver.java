package dev.penstock.limit;

import org.jspecify.annotations.Nullable;

/** What of a key's spending is kept when a reload brings another limit. */
public final class CarryOver {
  /*
   * Numbers alone have changed (a rate, a burst, a wait): everything is kept exactly, also what is
   * more than the new limit permits. So lowering a limit and raising it again never admits more
   * than the higher one alone. For buckets: whatever their rates r and bursts b were, the key has
   * spent D units beyond what was refilled, and is admitted only while D + n <= b. A bucket with
   * the highest r and the highest b would at no time have had a larger D, so it would have admitted
   * the same calls.
   *
   * The period or the algorithm has changed: the units that count at that instant count as spent at
   * that instant, but no more of them than the new limit permits at once. Otherwise a month's quota
   * that becomes 100 a minute would shut its clients out for hours.
   *
   * Slots of calls in flight are no units of a rate: they count as nothing spent.
   */
  private CarryOver() {}

  /** How much a key has spent that counts now, also if that is more than the limit permits. */
  public static SpentUnits spent(Limit limit, long state, long @Nullable [] wide, long nowMicros) {
    if (limit instanceof NarrowLimit narrow) {
      return narrow.spent(state, nowMicros);
    }
    return wide == null ? SpentUnits.NONE : ((WideLimit) limit).spent(wide, nowMicros);
  }

  /** How much of what one limit counts as spent is spent under another. */
  public static SpentUnits carried(Limit from, Limit to, SpentUnits spent) {
    return areBucketsOfOnePeriod(from, to) ? spent : spent.atMost(to.capacity());
  }

  /** The state in which so much has just been spent; 0 for a limit that keeps more than that. */
  public static long state(Limit limit, SpentUnits spent, long nowMicros) {
    return limit instanceof NarrowLimit narrow
        ? narrow.withAtLeast(spent, NarrowLimit.UNTOUCHED, nowMicros)
        : 0;
  }

  /** The same for a limit that keeps more than one number; null for the others. */
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
