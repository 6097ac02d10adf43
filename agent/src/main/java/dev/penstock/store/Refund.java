package dev.penstock.store;

/** What to refund of a charge. */
public enum Refund {
  /** The charge, because it does not count or because the call has ended. */
  CHARGE,
  /** The turn, because the call has left its queue before it. */
  PLACE,
  /** Everything that the key has spent. */
  EVERYTHING
}
