package dev.penstock.store.redis.lease;

import dev.penstock.limit.Limit;

/**
 * The last reply of the lender for a key.
 *
 * @param leftUnits the units that could still be lent; {@link #UNKNOWN} before the first reply
 * @param askedAtMicros when the request was sent
 * @param moreAtMicros when the lender will have more
 * @param validMicros how long loans are valid
 * @param rejectedCost the smallest cost that was rejected
 * @param rejectedUntilMicros until when that cost, and any larger one, is rejected
 */
record LenderReply(
    long leftUnits,
    long askedAtMicros,
    long moreAtMicros,
    long validMicros,
    long rejectedCost,
    long rejectedUntilMicros) {
  static final long UNKNOWN = -1;

  static final LenderReply NOTHING =
      new LenderReply(UNKNOWN, 0, 0, Long.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE);

  boolean rejects(long cost, long nowMicros) {
    return cost >= rejectedCost && nowMicros < rejectedUntilMicros;
  }

  boolean rejectsAny(long nowMicros) {
    return nowMicros < rejectedUntilMicros;
  }

  /** How long a cost is still rejected. */
  long waitMicros(long cost, long nowMicros) {
    if (!rejects(cost, nowMicros)) {
      return 0;
    }
    return rejectedUntilMicros == Limit.NEVER ? Limit.NEVER : rejectedUntilMicros - nowMicros;
  }

  /** A cost that was rejected before remains rejected if it is more than was granted now. */
  LenderReply granted(long units, long askedAt, long newValidMicros, long left, long resetMicros) {
    boolean isStillRejected = rejectedCost > units;
    return new LenderReply(
        left,
        askedAt,
        askedAt + resetMicros,
        newValidMicros,
        isStillRejected ? rejectedCost : Long.MAX_VALUE,
        isStillRejected ? rejectedUntilMicros : Long.MIN_VALUE);
  }

  LenderReply rejected(long cost, long waitMicros, long askedAt, long left, long resetMicros) {
    return new LenderReply(
        left, askedAt, askedAt + resetMicros, validMicros, cost, end(askedAt, waitMicros));
  }

  /** A wait of unknown length is not remembered, because it may end at any time. */
  private static long end(long askedAt, long waitMicros) {
    if (waitMicros == Limit.NEVER) {
      return Limit.NEVER;
    }
    return waitMicros == Limit.UNKNOWN ? askedAt : askedAt + waitMicros;
  }

  /** The same reply without the rejection, because returned units may make room. */
  LenderReply withoutRejection() {
    return new LenderReply(
        leftUnits, askedAtMicros, moreAtMicros, validMicros, Long.MAX_VALUE, Long.MIN_VALUE);
  }
}
