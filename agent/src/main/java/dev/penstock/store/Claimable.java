package dev.penstock.store;

import org.jspecify.annotations.Nullable;

/** A budget, as its store implements it. */
public non-sealed interface Claimable extends Budget {
  /** The store of the budget. */
  Store store();

  /**
   * A claim to one of its keys.
   *
   * @param used an old claim, which is reused if it belongs to the same kind of store
   */
  Claim claim(@Nullable Claim used, long keyHigh, long keyLow, long units);
}
