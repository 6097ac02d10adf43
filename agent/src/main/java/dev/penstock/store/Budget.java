package dev.penstock.store;

/** The counts of all keys of one limit. */
public sealed interface Budget permits Claimable {
  /** How many keys are stored. */
  long liveKeys();

  /** How many decisions used the overflow bucket because the store was full. */
  long overflows();

  /**
   * Reads the balance of a key without spending anything. May block until the store replies.
   *
   * @throws IllegalStateException with a readable message if the store is unavailable
   */
  KeyBalance look(long keyHigh, long keyLow);

  /**
   * Clears everything that a key has spent. A limit on calls in flight stays as it is, because
   * those calls still run, and each of them releases its slot at its end.
   *
   * @throws IllegalStateException with a readable message if the store is unavailable
   */
  void forget(long keyHigh, long keyLow);
}
