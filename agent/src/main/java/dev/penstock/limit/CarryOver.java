package dev.penstock.limit;

import org.jspecify.annotations.Nullable;

/** Says in the terms of one limit what a key has spent in the terms of another. */
public final class CarryOver {
  /*
   * Two limits that do not share their states have one thing in common: how many units they count
   * as spent now. A reload that changes the period or the algorithm carries over that. Slots of
   * calls in flight are no units of a rate: they count as nothing spent.
   */
  private CarryOver() {}

  public static long spent(Limit limit, long state, long @Nullable [] wide, long nowMicros) {
    if (limit instanceof Concurrency) {
      return 0;
    }
    if (limit instanceof NarrowLimit narrow) {
      return narrow.capacity() - narrow.remaining(state, nowMicros);
    }
    return wide == null ? 0 : limit.capacity() - ((WideLimit) limit).remaining(wide, nowMicros);
  }

  public static long state(Limit limit, long spent, long nowMicros) {
    return limit instanceof NarrowLimit narrow ? narrow.spentNow(spent, nowMicros) : 0;
  }

  public static long @Nullable [] wideState(Limit limit, long spent, long nowMicros) {
    return limit instanceof WideLimit wide ? wide.spentNow(spent, nowMicros) : null;
  }
}
