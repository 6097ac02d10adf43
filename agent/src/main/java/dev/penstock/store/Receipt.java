package dev.penstock.store;

/** A charge that may be given back when the call has ended. */
public abstract class Receipt {
  Receipt() {}
}
