package dev.penstock.store.redis.lease;

import dev.penstock.limit.Limit;

/**
 * What the lender has said last of a key.
 *
 * @param leftUnits what could be lent after that; {@link #UNTOLD} if it has said nothing yet
 * @param askedAtMicros when it was asked
 * @param moreAtMicros when there will be more
 * @param validMicros for how long it lends
 * @param refusedCost the smallest cost that it has refused
 * @param refusedUntilMicros until when that cost, and any larger one, does not fit
 */
record LenderReply(
    long leftUnits,
    long askedAtMicros,
    long moreAtMicros,
    long validMicros,
    long refusedCost,
    long refusedUntilMicros) {
  static final long UNTOLD = -1;

  static final LenderReply NOTHING =
      new LenderReply(UNTOLD, 0, 0, Long.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE);

  boolean refuses(long cost, long nowMicros) {
    return cost >= refusedCost && nowMicros < refusedUntilMicros;
  }

  boolean refusesAny(long nowMicros) {
    return nowMicros < refusedUntilMicros;
  }

  /** How long a cost is still refused. */
  long waitMicros(long cost, long nowMicros) {
    if (!refuses(cost, nowMicros)) {
      return 0;
    }
    return refusedUntilMicros == Limit.NEVER ? Limit.NEVER : refusedUntilMicros - nowMicros;
  }

  /** A cost that was refused before still is, if it is more than was granted now. */
  LenderReply granted(long units, long askedAt, long newValidMicros, long left, long resetMicros) {
    boolean stillRefused = refusedCost > units;
    return new LenderReply(
        left,
        askedAt,
        askedAt + resetMicros,
        newValidMicros,
        stillRefused ? refusedCost : Long.MAX_VALUE,
        stillRefused ? refusedUntilMicros : Long.MIN_VALUE);
  }

  LenderReply refused(long cost, long waitMicros, long askedAt, long left, long resetMicros) {
    return new LenderReply(
        left, askedAt, askedAt + resetMicros, validMicros, cost, end(askedAt, waitMicros));
  }

  /** A wait of unknown length is not remembered: it may be over at any time. */
  private static long end(long askedAt, long waitMicros) {
    if (waitMicros == Limit.NEVER) {
      return Limit.NEVER;
    }
    return waitMicros == Limit.UNKNOWN ? askedAt : askedAt + waitMicros;
  }

  /** The same, when units go back that may make room for what was refused. */
  LenderReply withoutRefusal() {
    return new LenderReply(
        leftUnits, askedAtMicros, moreAtMicros, validMicros, Long.MAX_VALUE, Long.MIN_VALUE);
  }
}
