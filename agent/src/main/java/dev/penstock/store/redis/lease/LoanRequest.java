package dev.penstock.store.redis.lease;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A request to the lender: units to borrow, an earlier loan to settle, and the lease that gets the
 * result.
 */
public final class LoanRequest {
  private final Lease lease;
  private final long leastUnits;
  private final long mostUnits;
  private final LoanSettlement settlement;
  private final long sentAtMicros;
  private final AtomicBoolean isComplete = new AtomicBoolean();

  LoanRequest(
      Lease lease, long leastUnits, long mostUnits, LoanSettlement settlement, long sentAtMicros) {
    this.lease = lease;
    this.leastUnits = leastUnits;
    this.mostUnits = mostUnits;
    this.settlement = settlement;
    this.sentAtMicros = sentAtMicros;
  }

  /** The first half of the key's hash. */
  public long keyHigh() {
    return lease.key().high();
  }

  /** The second half of the key's hash. */
  public long keyLow() {
    return lease.key().low();
  }

  /** The least units to grant; 0 if the request only returns units. */
  public long leastUnits() {
    return leastUnits;
  }

  /** The most units to grant. */
  public long mostUnits() {
    return mostUnits;
  }

  /** True if the request only returns units. */
  public boolean isReturn() {
    return mostUnits == 0;
  }

  /** True if the request settles an earlier loan. */
  public boolean settles() {
    return settlement.returnedUnits() != 0 || settlement.spentUnits() != 0;
  }

  /** The token of the loan that is settled. */
  public long settledToken() {
    return settlement.token();
  }

  /** Unused units of that loan. They are available for this request. */
  public long returnedUnits() {
    return settlement.returnedUnits();
  }

  /**
   * Spent units of that loan that were not reported before; negative if units that were reported as
   * spent are returned now.
   */
  public long spentUnits() {
    return settlement.spentUnits();
  }

  /** When the request was sent, by the clock of the lease. */
  public long sentAtMicros() {
    return sentAtMicros;
  }

  /**
   * Completes the request with a loan.
   *
   * @param units at least {@link #leastUnits}, at most {@link #mostUnits}
   * @param validMicros how long they may be spent, counted from when the request was sent, which is
   *     before they were charged
   * @param token identifies the loan when it is settled
   * @param leftUnits the units that could still be lent
   * @param resetMicros the time until there are more
   */
  public void granted(long units, long validMicros, long token, long leftUnits, long resetMicros) {
    if (completeOnce()) {
      Loan loan = new Loan(units, sentAtMicros + validMicros, token, sentAtMicros);
      lease.granted(this, loan, validMicros, leftUnits, resetMicros);
    }
  }

  /**
   * Completes the request because {@link #leastUnits} do not fit.
   *
   * @param waitMicros the exact time until they fit, or as in {@link dev.penstock.limit.Limit}
   */
  public void rejected(long waitMicros, long leftUnits, long resetMicros) {
    if (completeOnce()) {
      lease.rejected(this, waitMicros, leftUnits, resetMicros);
    }
  }

  /**
   * Completes the request without a reply.
   *
   * @param wasDone false if it is certain that nothing was lent or returned
   * @param notBeforeMicros when the next request for this key may be sent, by the clock of {@link
   *     #sentAtMicros}
   */
  public void noReply(boolean wasDone, long notBeforeMicros) {
    if (completeOnce()) {
      lease.noReply(this, wasDone, notBeforeMicros);
    }
  }

  LoanSettlement settlement() {
    return settlement;
  }

  /** A second result would count units twice. */
  private boolean completeOnce() {
    return isComplete.compareAndSet(/* expectedValue= */ false, /* newValue= */ true);
  }
}
