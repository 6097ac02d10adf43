package dev.penstock.limit;

/** A limit whose state is one {@code long} per key. */
public sealed interface NarrowLimit extends Limit permits TokenBucket, WindowedLimit, Concurrency {
  /*
   * With one long per key, a decision is one read, some arithmetic and one compare-and-set. The
   * methods return the new state and do not write it. So a rejection cannot write by accident, and
   * several limits can be checked before any of them is charged.
   *
   * - A state is never negative: the store uses the sign bit as a lock.
   * - UNTOUCHED is the state of a key never seen. It is equivalent to every state that `isUnspent`,
   *   so the store can drop an unspent key.
   */

  /** The state of a key that was never seen: nothing is spent. */
  long UNTOUCHED = 0;

  /** Returned by {@link #spend} if the cost does not fit. A valid state is never negative. */
  long REFUSED = -1;

  /** Returns the state after spending, or {@link #REFUSED} if the cost does not fit now. */
  long spend(long state, long nowMicros, long cost);

  /**
   * Calls {@code limit.spend} through type checks, so that the JIT compiler can inline it. In a JVM
   * that uses several algorithms, an interface call takes as long as the arithmetic itself.
   */
  static long spendFrom(NarrowLimit limit, long state, long nowMicros, long cost) {
    if (limit instanceof SlidingWindow window) {
      return window.spend(state, nowMicros, cost);
    }
    if (limit instanceof TokenBucket bucket) {
      return bucket.spend(state, nowMicros, cost);
    }
    if (limit instanceof FixedWindow window) {
      return window.spend(state, nowMicros, cost);
    }
    return limit.spend(state, nowMicros, cost);
  }

  /** The units that can be spent at once, now. */
  long remaining(long state, long nowMicros);

  /** The time until the cost fits if nothing else is spent; 0 if it fits now. */
  long waitMicros(long state, long nowMicros, long cost);

  /**
   * The time until more units are available than now, for response headers; 0 if nothing is spent.
   */
  long resetMicros(long state, long nowMicros);

  /** True if nothing counts as spent any more, so that the store can drop the key. */
  boolean isUnspent(long state, long nowMicros);

  /** The units that count as spent now; can be more than the limit permits. */
  SpentUnits spent(long state, long nowMicros);

  /** Returns a state in which at least these units count as spent; spends missing units now. */
  long withAtLeast(SpentUnits spent, long state, long nowMicros);

  /**
   * Returns the state after a refund of units that were spent at an earlier time. Units that no
   * longer count as spent are not refunded.
   */
  long refund(long state, long spentAtMicros, long nowMicros, long cost);
}
