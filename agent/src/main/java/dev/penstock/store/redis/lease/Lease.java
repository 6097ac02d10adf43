package dev.penstock.store.redis.lease;

import dev.penstock.thread.Completion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The units of one key that this JVM has borrowed, and spends without a round trip. */
public final class Lease {
  /*
   * A call is paid from the current loan with one compare-and-set. A known rejection only reads.
   * All else happens once per loan, under a lock that is never held while other code is called.
   *
   * There is at most one current loan, one next loan and one request in flight:
   *
   * - The call that takes the current loan below its low-water mark requests the next one and does
   *   not wait. Units of two loans are not mixed: each is returned to where it was charged.
   * - A call that does not fit into the rest requests a loan and returns the rest with that request,
   *   so that the lender decides with all units. Calls that arrive meanwhile wait for the same
   *   reply. If the loan is too small for them, they are part of the next request.
   *
   * A loan that has expired or is idle is ended, and its rest is returned.
   */
  static final long IDLE_MICROS = 300_000;
  static final long SWEEP_MICROS = 100_000;

  private final LoanSize loanSize;
  private final LenderGuard lender;
  private final LeaseKey key;
  private volatile @Nullable LoanRequest inFlight;
  private volatile LenderReply lastReply = LenderReply.NOTHING;
  private volatile long retryAtMicros = Long.MIN_VALUE;
  private volatile boolean isDropped;

  // The following fields are guarded by this.
  private final DemandEstimate demand = new DemandEstimate();
  private final UnsettledLoans unsettled = new UnsettledLoans();
  final HeldLoans loans;
  private LoanWaiters waiters = new LoanWaiters();
  private long unmetUnits;
  private long askedAtMicros;
  private boolean isBusy;

  Lease(LoanSize loanSize, LenderGuard lender, LeaseKey key, long nowMicros) {
    this.loanSize = loanSize;
    this.lender = lender;
    this.key = key;
    loans = new HeldLoans(unsettled, nowMicros);
    askedAtMicros = nowMicros;
  }

  /**
   * Takes the cost from the current loan and returns the loan as receipt; null if its units are too
   * few, and then {@link #requestLoan} decides.
   */
  public @Nullable Loan take(long cost, long nowMicros) {
    Loan loan = loans.current();
    long left = loan.spend(cost, nowMicros);
    if (left == Loan.NOT_SPENT) {
      return loans.hasNext() ? takeFromNext(cost, nowMicros) : null;
    }
    if (loan.isLowAt(left)) {
      renew(loan, nowMicros);
    }
    return loan;
  }

  /**
   * Returns the state for a call that could not take its cost, and requests a loan if none is in
   * flight.
   *
   * @param outcome completes if the state is {@link LoanState#WAITING}, perhaps before this method
   *     returns; otherwise it does not complete
   */
  public LoanState requestLoan(long cost, long nowMicros, Completion<LoanOutcome> outcome) {
    if (!isDropped && lastReply.rejects(cost, nowMicros)) {
      return LoanState.REJECTED;
    }
    List<LoanRequest> requests;
    synchronized (this) {
      LoanState state = state(cost, nowMicros);
      if (state != LoanState.WAITING) {
        return state;
      }
      waiters.add(cost, outcome);
      if (inFlight != null) {
        return state;
      }
      requests = loanRequests(cost, nowMicros);
    }
    lender.send(requests);
    return LoanState.WAITING;
  }

  /** Refunds units that were taken, because the call did not count after all. */
  public void refund(Loan loan, long units, long nowMicros) {
    if (loan.refund(units)) {
      return;
    }
    List<LoanRequest> requests;
    synchronized (this) {
      unsettled.add(new LoanSettlement(loan.token(), units, -units));
      requests = isDropped ? unsettled.takeReturns(this, nowMicros) : List.of();
    }
    lender.send(requests);
  }

  /** How long a rejected cost has to wait; 0 if no rejection is known. */
  public long waitMicros(long cost, long nowMicros) {
    return lastReply.waitMicros(cost, nowMicros);
  }

  /** How many units are left for the key: those held here, and those that the lender had last. */
  public long remaining(long nowMicros) {
    return loans.leftAt(nowMicros) + Math.max(0, lastReply.leftUnits());
  }

  /** How long until the lender has more units, by its last reply. */
  public long resetMicros(long nowMicros) {
    return Math.max(0, lastReply.moreAtMicros() - nowMicros);
  }

  /** True if this lease is no longer in use; look up the key again. */
  public boolean isDropped() {
    return isDropped;
  }

  LeaseKey key() {
    return key;
  }

  LoanSize loanSize() {
    return loanSize;
  }

  private @Nullable Loan takeFromNext(long cost, long nowMicros) {
    synchronized (this) {
      loans.follow(cost, nowMicros);
    }
    Loan loan = loans.current();
    return loan.spend(cost, nowMicros) == Loan.NOT_SPENT ? null : loan;
  }

  private LoanState state(long cost, long nowMicros) {
    if (isDropped) {
      return LoanState.DROPPED;
    }
    loans.follow(cost, nowMicros);
    if (loans.current().isSpendable(cost, nowMicros)) {
      return LoanState.TRY_AGAIN;
    }
    if (lastReply.rejects(cost, nowMicros)) {
      return LoanState.REJECTED;
    }
    return inFlight == null && nowMicros < retryAtMicros ? LoanState.OUTAGE : LoanState.WAITING;
  }

  /** Requests a loan for waiting calls, and returns the rest that was too small for them. */
  private List<LoanRequest> loanRequests(long cost, long nowMicros) {
    loans.current().measure(demand, nowMicros);
    loans.endCurrent();
    long wanted = Math.max(waiters.wanted(), unmetUnits);
    LoanSettlement settlement = unsettled.takeLargest();
    // Other returns go first, so that the lender can use these units for the request.
    List<LoanRequest> requests = unsettled.takeReturns(this, nowMicros);
    requests.add(borrow(cost, wanted, settlement, nowMicros));
    return requests;
  }

  private LoanRequest borrow(long least, long wanted, LoanSettlement settlement, long nowMicros) {
    long units = loanSize.units(demand, lastReply, wanted, loans.current().left(), nowMicros);
    var request = new LoanRequest(this, least, Math.max(least, units), settlement, nowMicros);
    inFlight = request;
    unmetUnits = 0;
    isBusy = nowMicros - askedAtMicros < loanSize.pauseMicros();
    askedAtMicros = nowMicros;
    return request;
  }

  /** Requests the next loan before the current one is empty, if it is needed soon. */
  private void renew(Loan loan, long nowMicros) {
    if (inFlight != null
        || loans.hasNext()
        || lastReply.rejects(/* cost= */ 1, nowMicros)
        || nowMicros < retryAtMicros
        || nowMicros - loan.startedAtMicros() > 2 * DemandEstimate.LOAN_MICROS) {
      return;
    }
    LoanRequest request;
    synchronized (this) {
      if (isDropped || inFlight != null || loans.hasNext() || loan != loans.current()) {
        return;
      }
      loan.measure(demand, nowMicros);
      request = borrow(/* least= */ 1, /* wanted= */ 1, unsettled.takeLargest(), nowMicros);
    }
    lender.send(List.of(request));
  }

  void granted(LoanRequest request, Loan loan, long validMicros, long leftUnits, long resetMicros) {
    if (request.isReturn()) {
      return;
    }
    long sentAt = request.sentAtMicros();
    List<LoanRequest> requests;
    LoanWaiters notified;
    synchronized (this) {
      lastReply = lastReply.granted(loan.granted(), sentAt, validMicros, leftUnits, resetMicros);
      if (isBusy && loanSize.isNearlySpent(leftUnits)) {
        lastReply =
            lastReply.rejected(
                /* cost= */ 1, loanSize.pauseMicros(), sentAt, leftUnits, resetMicros);
      }
      notified = takeWaiters();
      unmetUnits = Math.max(0, notified.wanted() - loan.granted());
      loans.receive(loan);
      if (isDropped) {
        loans.endAll();
      }
      requests = isDropped ? unsettled.takeReturns(this, sentAt) : List.of();
    }
    lender.send(requests);
    notified.tryAgain(lender.log());
  }

  void rejected(LoanRequest request, long waitMicros, long leftUnits, long resetMicros) {
    if (request.isReturn()) {
      return;
    }
    long cost = request.leastUnits();
    long heldMicros;
    LoanWaiters notified;
    synchronized (this) {
      heldMicros = isBusy ? Math.max(waitMicros, loanSize.pauseMicros()) : waitMicros;
      lastReply =
          lastReply.rejected(cost, heldMicros, request.sentAtMicros(), leftUnits, resetMicros);
      notified = takeWaiters();
    }
    notified.rejected(cost, heldMicros, lender.log());
  }

  void noReply(LoanRequest request, boolean wasDone, long notBeforeMicros) {
    LoanWaiters notified = new LoanWaiters();
    synchronized (this) {
      if (!wasDone && request.settles()) {
        unsettled.add(request.settlement());
      }
      retryAtMicros = notBeforeMicros;
      if (!request.isReturn()) {
        notified = takeWaiters();
      }
    }
    notified.noReply(lender.log());
  }

  private LoanWaiters takeWaiters() {
    LoanWaiters notified = waiters;
    waiters = new LoanWaiters();
    inFlight = null;
    return notified;
  }

  /**
   * Returns loans that are idle or have expired.
   *
   * @param isCrowded true if other keys need the place, so that a short idle time is enough
   * @return true if the lease held nothing and has been dropped
   */
  boolean sweep(long nowMicros, boolean isCrowded) {
    List<LoanRequest> requests = List.of();
    synchronized (this) {
      long usedAt = Math.max(loans.lastSpentMicros(nowMicros), askedAtMicros);
      boolean isFree = inFlight == null;
      boolean isIdle = isFree && nowMicros - usedAt >= (isCrowded ? SWEEP_MICROS : IDLE_MICROS);
      if (isIdle) {
        loans.endAll();
      } else if (isFree) {
        loans.endExpired(nowMicros);
      }
      if (nowMicros >= retryAtMicros && unsettled.hasUnits()) {
        requests = unsettled.takeReturns(this, nowMicros);
        lastReply = lastReply.withoutRejection();
      }
      boolean isNeeded = lastReply.rejectsAny(nowMicros) || unsettled.hasUnits();
      isDropped |= isIdle && (isCrowded || !isNeeded);
    }
    lender.send(requests);
    return isDropped;
  }

  /** Returns all units and drops the lease. */
  void drop(long nowMicros) {
    List<LoanRequest> requests;
    synchronized (this) {
      isDropped = true;
      loans.endAll();
      requests = unsettled.takeReturns(this, nowMicros);
    }
    lender.send(requests);
  }
}
