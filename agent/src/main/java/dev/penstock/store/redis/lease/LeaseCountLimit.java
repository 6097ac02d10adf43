package dev.penstock.store.redis.lease;

import java.util.concurrent.atomic.AtomicLong;

/** Limits the number of leases of all budgets of a store. */
public final class LeaseCountLimit {
  private final AtomicLong leases = new AtomicLong();
  private volatile long most;

  public LeaseCountLimit(long most) {
    this.most = most;
  }

  /** Changes the limit; existing leases stay. */
  public void change(long newMost) {
    most = newMost;
  }

  /** The number of leases. */
  public long leases() {
    return leases.get();
  }

  long most() {
    return most;
  }

  boolean reserve() {
    if (leases.incrementAndGet() <= most) {
      return true;
    }
    leases.decrementAndGet();
    return false;
  }

  void release() {
    leases.decrementAndGet();
  }
}
