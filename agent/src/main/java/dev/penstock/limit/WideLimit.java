package dev.penstock.limit;

/** A limit whose state is an array of longs per key. */
public sealed interface WideLimit extends Limit permits SlidingLog, SlicedWindow {
  /** The state of a key that was never seen: nothing is spent. */
  long[] untouched();

  /** True if the cost fits now. Does not change the state. */
  boolean fits(long[] state, long nowMicros, long cost);

  /** Spends a cost that fits. Returns the changed state, or a larger array that replaces it. */
  long[] spend(long[] state, long nowMicros, long cost);

  /** The units that can be spent at once, now. */
  long remaining(long[] state, long nowMicros);

  /** The time until the cost fits if nothing else is spent; 0 if it fits now. */
  long waitMicros(long[] state, long nowMicros, long cost);

  /**
   * The time until more units are available than now, for response headers; 0 if nothing is spent.
   */
  long resetMicros(long[] state, long nowMicros);

  /** True if nothing counts as spent any more, so that the store can drop the key. */
  boolean isUnspent(long[] state, long nowMicros);

  /** The units that count as spent now; can be more than the limit permits. */
  SpentUnits spent(long[] state, long nowMicros);

  /**
   * Makes at least these units count as spent; spends missing units now. Returns the changed state,
   * or a larger array that replaces it.
   */
  long[] withAtLeast(SpentUnits spent, long[] state, long nowMicros);

  /** Refunds units that were spent at an earlier time, as far as they still count as spent. */
  void refund(long[] state, long spentAtMicros, long nowMicros, long cost);
}
