package dev.penstock.limit;

/** A limit that remembers one {@code long} per key. */
public sealed interface NarrowLimit extends Limit permits TokenBucket, WindowedLimit, Concurrency {
  /*
   * One long per key makes a decision one read, some sums and one compare-and-set. The sums give
   * back the new state instead of writing it, so a refusal cannot write by accident, and several
   * limits can be judged before any of them is charged.
   *
   * - A state is never negative: the store uses the sign bit as a lock.
   * - UNTOUCHED is the state of a key never seen. It is as good as any state that is `whole`, so a
   *   whole key can be forgotten.
   */

  /** The state of a key that was never seen: nothing is spent. */
  long UNTOUCHED = 0;

  /** What {@link #spend} answers when the cost does not fit: no state is ever negative. */
  long REFUSED = -1;

  /** The state after spending, or {@link #REFUSED} if the cost does not fit now. */
  long spend(long state, long nowMicros, long cost);

  /**
   * The same as {@code limit.spend}, said so that the compiler sees which sums are meant: a JVM
   * with several algorithms at work looks up the method otherwise, which takes as long as the sums.
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

  /** How many units could be spent at once, now. */
  long remaining(long state, long nowMicros);

  /**
   * The time to the first instant at which the cost fits if nobody else spends; 0 if it fits now.
   */
  long waitMicros(long state, long nowMicros, long cost);

  /** The time until more can be spent than now, as told to clients; 0 if nothing is spent. */
  long resetMicros(long state, long nowMicros);

  /** True if nothing is spent any more, so that the key can be forgotten. */
  boolean whole(long state, long nowMicros);

  /** How much was spent that counts now, also if that is more than the limit permits. */
  SpentUnits spent(long state, long nowMicros);

  /** The state in which at least so much counts as spent; what is missing is spent now. */
  long withAtLeast(SpentUnits spent, long state, long nowMicros);

  /**
   * The state after giving back units that were spent at an earlier time, as far as they still
   * count as spent.
   */
  long giveBack(long state, long spentAtMicros, long nowMicros, long cost);
}
