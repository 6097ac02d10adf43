package dev.penstock.store;

/** A charge that may be given back when the call has ended; each store has its own. */
public abstract class Receipt {
  protected Receipt() {}

  /** Where it was charged, and can be given back. */
  public abstract Store store();
}
