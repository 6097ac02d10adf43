package dev.penstock.store.redis.lease;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Units that were lent, and until when they may be spent. Also the receipt for those taken. */
public final class Loan {
  /*
   * All that changes is one long, so an admitted call costs one compare-and-set, and units are
   * either taken or handed back, never both: whoever ends the loan swaps the units that are left
   * for ENDED, which is less than any cost.
   */
  private static final long ENDED = -1;

  /** What {@link #spend} answers if it spends nothing. */
  static final long NOT_SPENT = -1;

  /** A loan of less is not renewed before it is spent: few units say little of what comes next. */
  private static final long LEAST_TO_RENEW = 8;

  /** The loan of whoever has none. */
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

  /** Since when it is spent; set before other threads see the loan. */
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

  /** Spends the cost and says how many units are left, or {@link #NOT_SPENT}. */
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

  /** Puts units back that were spent; false if the loan has ended. */
  boolean giveBack(long units) {
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

  /** Ends the loan and says how many units were left. */
  long end() {
    return Math.max(0, (long) LEFT.getAndSet(this, ENDED));
  }

  long left() {
    return Math.max(0, left);
  }

  /** What can still be spent. */
  long leftAt(long nowMicros) {
    return nowMicros < validUntilMicros ? left() : 0;
  }

  boolean isSpendable(long cost, long nowMicros) {
    return nowMicros < validUntilMicros && left >= cost;
  }

  /** True if a loan that has these units left should be renewed before they are spent. */
  boolean isLowWith(long unitsLeft) {
    return unitsLeft <= lowWater;
  }

  void start(long nowMicros) {
    startedAtMicros = nowMicros;
  }

  long startedAtMicros() {
    return startedAtMicros;
  }

  /** Tells how fast it is spent, once: what is left may lie idle for reasons of its own. */
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
