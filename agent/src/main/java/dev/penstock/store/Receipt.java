package dev.penstock.store;

/** The record of a charge, needed to refund it. Each store has its own class. */
public abstract class Receipt {
  protected Receipt() {}

  /** The store that was charged and can refund. */
  public abstract Store store();
}
