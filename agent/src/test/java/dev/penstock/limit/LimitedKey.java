package dev.penstock.limit;

import java.util.Arrays;

/** One key of a limit, with its state. */
final class LimitedKey {
  private final Limit limit;
  private long narrow = NarrowLimit.UNTOUCHED;
  private long[] wide = {};

  LimitedKey(Limit limit) {
    this.limit = limit;
    if (limit instanceof WideLimit wideLimit) {
      wide = wideLimit.untouched();
    }
  }

  private LimitedKey(Limit limit, long narrow, long[] wide) {
    this.limit = limit;
    this.narrow = narrow;
    this.wide = wide;
  }

  Limit limit() {
    return limit;
  }

  long state() {
    return narrow;
  }

  boolean spend(long now, long cost) {
    if (limit instanceof WideLimit wideLimit) {
      boolean fits = wideLimit.fits(wide, now, cost);
      wide = fits ? wideLimit.spend(wide, now, cost) : wide;
      return fits;
    }
    long next = ((NarrowLimit) limit).spend(narrow, now, cost);
    if (next == NarrowLimit.REFUSED) {
      return false;
    }
    narrow = next;
    return true;
  }

  /** Spends single units at this time until one is rejected; returns how many were admitted. */
  long drain(long now) {
    long admitted = 0;
    while (spend(now, /* cost= */ 1)) {
      admitted++;
    }
    return admitted;
  }

  boolean fits(long now, long cost) {
    return limit instanceof WideLimit wideLimit
        ? wideLimit.fits(wide, now, cost)
        : ((NarrowLimit) limit).spend(narrow, now, cost) != NarrowLimit.REFUSED;
  }

  long remaining(long now) {
    return limit instanceof WideLimit wideLimit
        ? wideLimit.remaining(wide, now)
        : ((NarrowLimit) limit).remaining(narrow, now);
  }

  long waitMicros(long now, long cost) {
    return limit instanceof WideLimit wideLimit
        ? wideLimit.waitMicros(wide, now, cost)
        : ((NarrowLimit) limit).waitMicros(narrow, now, cost);
  }

  long resetMicros(long now) {
    return limit instanceof WideLimit wideLimit
        ? wideLimit.resetMicros(wide, now)
        : ((NarrowLimit) limit).resetMicros(narrow, now);
  }

  boolean isUnspent(long now) {
    return limit instanceof WideLimit wideLimit
        ? wideLimit.isUnspent(wide, now)
        : ((NarrowLimit) limit).isUnspent(narrow, now);
  }

  void refund(long spentAt, long now, long cost) {
    if (limit instanceof WideLimit wideLimit) {
      wideLimit.refund(wide, spentAt, now, cost);
    } else {
      narrow = ((NarrowLimit) limit).refund(narrow, spentAt, now, cost);
    }
  }

  /** Carries the state over to another limit, as the store does at a reload. */
  LimitedKey carriedTo(Limit to, long now) {
    if (isUnspent(now)) {
      return new LimitedKey(to);
    }
    if (to.sharesStateWith(limit)) {
      return new LimitedKey(to, narrow, wide.clone());
    }
    SpentUnits spent = CarryOver.carried(limit, to, spent(now));
    long[] wideState = CarryOver.wideState(to, spent, now);
    return new LimitedKey(
        to, CarryOver.state(to, spent, now), wideState == null ? new long[0] : wideState);
  }

  SpentUnits spent(long now) {
    return CarryOver.spent(limit, narrow, limit instanceof WideLimit ? wide : null, now);
  }

  @Override
  public String toString() {
    return limit + " in state " + (limit instanceof WideLimit ? Arrays.toString(wide) : narrow);
  }
}
