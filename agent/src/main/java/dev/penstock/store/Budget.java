package dev.penstock.store;

/** What the keys of one rule have spent of one limit. */
public sealed interface Budget permits Claimable {
  /** How many keys are remembered. */
  long liveKeys();

  /** How many decisions were made on the overflow bucket because the store was full. */
  long overflows();
}
