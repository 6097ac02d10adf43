package dev.penstock.store.redis.lease;

import java.util.concurrent.atomic.AtomicBoolean;

/** A question to the lender: what is asked for, what is handed back, and who is told the answer. */
public final class LoanRequest {
  private final Lease lease;
  private final long leastUnits;
  private final long mostUnits;
  private final LoanSettlement settlement;
  private final long sentAtMicros;
  private final AtomicBoolean told = new AtomicBoolean();

  LoanRequest(
      Lease lease, long leastUnits, long mostUnits, LoanSettlement settlement, long sentAtMicros) {
    this.lease = lease;
    this.leastUnits = leastUnits;
    this.mostUnits = mostUnits;
    this.settlement = settlement;
    this.sentAtMicros = sentAtMicros;
  }

  /** The key's hash, first half. */
  public long keyHigh() {
    return lease.key().high();
  }

  /** The key's hash, second half. */
  public long keyLow() {
    return lease.key().low();
  }

  /** To be granted at least, or else nothing; 0 if nothing is asked for, only handed back. */
  public long leastUnits() {
    return leastUnits;
  }

  /** To be granted at most. */
  public long mostUnits() {
    return mostUnits;
  }

  /** True if nothing is asked for, only handed back. */
  public boolean isReturn() {
    return mostUnits == 0;
  }

  /** True if there is something to tell of an earlier loan. */
  public boolean settles() {
    return settlement.returnedUnits() != 0 || settlement.spentUnits() != 0;
  }

  /** The token of the loan that is settled. */
  public long settledToken() {
    return settlement.token();
  }

  /** Units of that loan that are handed back unused; they are free for this request already. */
  public long returnedUnits() {
    return settlement.returnedUnits();
  }

  /**
   * Units of that loan that were spent, as far as not told before; negative if units that were told
   * as spent are handed back now.
   */
  public long spentUnits() {
    return settlement.spentUnits();
  }

  /** When it was asked, by the clock of whoever wants the loan. */
  public long sentAtMicros() {
    return sentAtMicros;
  }

  /**
   * Says that units were lent.
   *
   * @param units at least {@link #leastUnits}, at most {@link #mostUnits}
   * @param validMicros for how long they may be spent; counted from when the question was sent,
   *     which is before they were charged
   * @param token what to call the loan when it is settled
   * @param leftUnits what could still be lent
   * @param resetMicros the time until that is more
   */
  public void granted(long units, long validMicros, long token, long leftUnits, long resetMicros) {
    if (isFirst()) {
      Loan loan = new Loan(units, sentAtMicros + validMicros, token, sentAtMicros);
      lease.granted(this, loan, validMicros, leftUnits, resetMicros);
    }
  }

  /**
   * Says that {@link #leastUnits} do not fit.
   *
   * @param waitMicros the exact time until they would, or as in {@link dev.penstock.limit.Limit}
   */
  public void refused(long waitMicros, long leftUnits, long resetMicros) {
    if (isFirst()) {
      lease.refused(this, waitMicros, leftUnits, resetMicros);
    }
  }

  /**
   * Says that there is no answer.
   *
   * @param wasDone false if it is certain that nothing was lent nor taken back
   * @param notBeforeMicros when the lender may be asked again for this key, by the clock of {@link
   *     #sentAtMicros}
   */
  public void unanswered(boolean wasDone, long notBeforeMicros) {
    if (isFirst()) {
      lease.unanswered(this, wasDone, notBeforeMicros);
    }
  }

  LoanSettlement settlement() {
    return settlement;
  }

  /** A second answer would count units twice. */
  private boolean isFirst() {
    return told.compareAndSet(/* expectedValue= */ false, /* newValue= */ true);
  }
}
