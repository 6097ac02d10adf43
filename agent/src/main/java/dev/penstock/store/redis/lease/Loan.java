package dev.penstock.store.redis.lease;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Borrowed units and the end of their validity. Also the receipt for units taken from it. */
public final class Loan {
  /*
   * The only state is one long. So an admitted call costs one compare-and-set, and each unit is
   * either taken or returned, never both: ending the loan replaces the units left with ENDED, which
   * is less than any cost.
   */
  private static final long ENDED = -1;

  /** The result of {@link #spend} if it spends nothing. */
  static final long NOT_SPENT = -1;

  /**
   * A smaller loan is not renewed before it is spent, because few units are a poor estimate of
   * demand.
   */
  private static final long LEAST_TO_RENEW = 8;

  /** Stands for no loan. */
  static final Loan NONE =
      new Loan(/* granted= */ ENDED, Long.MIN_VALUE, /* token= */ 0, /* startedAtMicros= */ 0);

  private static final VarHandle LEFT;

  static {
    try {
      LEFT = MethodHandles.lookup().findVarHandle(Loan.class, "left", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private final long granted;
  private final long validUntilMicros;
  private final long token;
  private final long lowWater;
  private volatile long left;

  /** When it came into use; set before other threads see the loan. */
  private long startedAtMicros;

  /** Guarded by the lease. */
  private boolean isMeasured;

  Loan(long granted, long validUntilMicros, long token, long startedAtMicros) {
    this.granted = granted;
    this.validUntilMicros = validUntilMicros;
    this.token = token;
    this.startedAtMicros = startedAtMicros;
    lowWater = granted < LEAST_TO_RENEW ? NOT_SPENT : granted / 3;
    left = granted;
  }

  /** Spends the cost and returns the units left, or {@link #NOT_SPENT}. */
  long spend(long cost, long nowMicros) {
    if (nowMicros >= validUntilMicros) {
      return NOT_SPENT;
    }
    while (true) {
      long seen = left;
      if (seen < cost) {
        return NOT_SPENT;
      }
      if (LEFT.compareAndSet(this, seen, seen - cost)) {
        return seen - cost;
      }
    }
  }

  /** Refunds units; false if the loan has ended. */
  boolean refund(long units) {
    while (true) {
      long seen = left;
      if (seen == ENDED) {
        return false;
      }
      if (LEFT.compareAndSet(this, seen, seen + units)) {
        return true;
      }
    }
  }

  /** Ends the loan and returns the units left. */
  long end() {
    return Math.max(0, (long) LEFT.getAndSet(this, ENDED));
  }

  long left() {
    return Math.max(0, left);
  }

  /** The units that can still be spent. */
  long leftAt(long nowMicros) {
    return nowMicros < validUntilMicros ? left() : 0;
  }

  boolean isSpendable(long cost, long nowMicros) {
    return nowMicros < validUntilMicros && left >= cost;
  }

  /** True if a loan with these units left should be renewed before they are spent. */
  boolean isLowAt(long unitsLeft) {
    return unitsLeft <= lowWater;
  }

  void start(long nowMicros) {
    startedAtMicros = nowMicros;
  }

  long startedAtMicros() {
    return startedAtMicros;
  }

  /**
   * Reports once how fast it is spent. Not repeated, because the rest may be idle for other
   * reasons.
   */
  void measure(DemandEstimate demand, long nowMicros) {
    if (!isMeasured && granted > 0) {
      isMeasured = true;
      demand.spent(granted - left(), nowMicros - startedAtMicros);
    }
  }

  long granted() {
    return granted;
  }

  long validUntilMicros() {
    return validUntilMicros;
  }

  long token() {
    return token;
  }
}
