package dev.penstock.store;

/** What the keys of one rule have spent of one limit. */
public sealed interface Budget permits Claimable {
  /** How many keys are remembered. */
  long liveKeys();

  /** How many decisions were made on the overflow bucket because the store was full. */
  long overflows();

  /**
   * How a key stands; spends nothing, and may wait for the store.
   *
   * @throws IllegalStateException with a message for people if the store cannot be asked
   */
  KeyBalance look(long keyHigh, long keyLow);

  /**
   * Forgets all that a key has spent. Calls in flight are not spent, they are there: a limit on
   * those stays as it is, or their ends would be counted for others.
   *
   * @throws IllegalStateException with a message for people if the store cannot be asked
   */
  void forget(long keyHigh, long keyLow);
}
