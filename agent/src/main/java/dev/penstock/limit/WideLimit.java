package dev.penstock.limit;

/** A limit that remembers more than fits a {@code long}: an array of them per key. */
public sealed interface WideLimit extends Limit permits SlidingLog, SlicedWindow {
  /** The state of a key that was never seen: nothing is spent. */
  long[] untouched();

  /** True if the cost fits now; changes nothing. */
  boolean fits(long[] state, long nowMicros, long cost);

  /** Spends a cost that fits; changes the state, or gives a larger one to remember in its place. */
  long[] spend(long[] state, long nowMicros, long cost);

  /** How many units could be spent at once, now. */
  long remaining(long[] state, long nowMicros);

  /**
   * The time to the first instant at which the cost fits if nobody else spends; 0 if it fits now.
   */
  long waitMicros(long[] state, long nowMicros, long cost);

  /** The time until more can be spent than now, as told to clients; 0 if nothing is spent. */
  long resetMicros(long[] state, long nowMicros);

  /** True if nothing is spent any more, so that the key can be forgotten. */
  boolean whole(long[] state, long nowMicros);

  /** How much was spent that counts now, also if that is more than the limit permits. */
  SpentUnits spent(long[] state, long nowMicros);

  /**
   * The state in which at least so much counts as spent; what is missing is spent now. Changes the
   * state, or gives a larger one to remember in its place.
   */
  long[] withAtLeast(SpentUnits spent, long[] state, long nowMicros);

  /** Gives back units that were spent at an earlier time, as far as they still count as spent. */
  void giveBack(long[] state, long spentAtMicros, long nowMicros, long cost);
}
