package dev.penstock.store;

import org.jspecify.annotations.Nullable;

/** A budget as its own store sees it. */
public non-sealed interface Claimable extends Budget {
  /** Where it is kept. */
  Store store();

  /**
   * A claim to one of its keys.
   *
   * @param used a claim that is not needed any more, to be used again if it is of the right kind
   */
  Claim claim(@Nullable Claim used, long keyHigh, long keyLow, long units);
}
