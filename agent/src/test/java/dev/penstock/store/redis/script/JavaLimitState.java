package dev.penstock.store.redis.script;

import dev.penstock.limit.Limit;
import dev.penstock.limit.NarrowLimit;
import dev.penstock.limit.TokenBucket;
import dev.penstock.limit.WideLimit;

/** One key of a limit, computed in Java as in the local store. */
final class JavaLimitState {
  private final Limit limit;
  private long narrow;
  private long[] wide;

  JavaLimitState(Limit limit) {
    this.limit = limit;
    wide = limit instanceof WideLimit l ? l.untouched() : new long[0];
  }

  /** Settles a claim. Returns its result as text: granted or rejected, and the numbers after it. */
  String settle(long now, long cost) {
    long wait = 0;
    boolean granted;
    if (limit instanceof NarrowLimit l) {
      long next = l.spend(narrow, now, cost);
      granted = next != NarrowLimit.REFUSED;
      wait = granted ? 0 : l.waitMicros(narrow, now, cost);
      narrow = granted ? next : narrow;
    } else {
      WideLimit l = (WideLimit) limit;
      granted = l.fits(wide, now, cost);
      wait = granted ? 0 : l.waitMicros(wide, now, cost);
      wide = granted ? l.spend(wide, now, cost) : wide;
    }
    return describe(granted, now, wait);
  }

  private String describe(boolean granted, long now, long wait) {
    long remaining;
    long reset;
    if (limit instanceof NarrowLimit l) {
      remaining = l.remaining(narrow, now);
      reset = l.resetMicros(narrow, now);
    } else {
      remaining = ((WideLimit) limit).remaining(wide, now);
      reset = ((WideLimit) limit).resetMicros(wide, now);
    }
    long delay = limit instanceof TokenBucket bucket ? bucket.delayMicros(narrow, now) : 0;
    return text(granted, remaining, reset, wait, delay);
  }

  static String text(boolean granted, long remaining, long reset, long wait, long delay) {
    return (granted ? "granted" : "rejected")
        + " remaining "
        + remaining
        + " reset "
        + reset
        + " wait "
        + wait
        + " delay "
        + delay;
  }

  long stateAfter() {
    return narrow;
  }

  void refund(long chargedAt, long now, long cost) {
    if (limit instanceof NarrowLimit l) {
      narrow = l.refund(narrow, chargedAt, now, cost);
    } else {
      ((WideLimit) limit).refund(wide, chargedAt, now, cost);
    }
  }

  void cancelTurn(long stateAfter, long cost) {
    narrow = ((TokenBucket) limit).cancelTurn(narrow, stateAfter, cost);
  }

  void reset() {
    narrow = NarrowLimit.UNTOUCHED;
    wide = limit instanceof WideLimit l ? l.untouched() : wide;
  }
}
