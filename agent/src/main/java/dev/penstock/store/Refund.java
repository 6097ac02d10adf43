package dev.penstock.store;

/** How much of a charge is taken back. */
public enum Refund {
  /** What was charged, because it turned out not to count or because the call has ended. */
  CHARGE,
  /** The place in the queue, because the call has left it before its turn. */
  PLACE,
  /** All that the key has spent. */
  EVERYTHING
}
