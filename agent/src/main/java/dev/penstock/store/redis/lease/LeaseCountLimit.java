package dev.penstock.store.redis.lease;

import java.util.concurrent.atomic.AtomicLong;

/** How many leases the budgets of a store may have together. */
public final class LeaseCountLimit {
  private final AtomicLong leases = new AtomicLong();
  private volatile long most;

  public LeaseCountLimit(long most) {
    this.most = most;
  }

  /** From now on allows so many; those that are there already stay. */
  public void change(long newMost) {
    most = newMost;
  }

  /** How many leases there are. */
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
