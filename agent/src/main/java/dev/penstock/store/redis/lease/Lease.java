package dev.penstock.store.redis.lease;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The units of one key that this JVM has borrowed, and spends without a round trip. */
public final class Lease {
  /*
   * A call is paid from the current loan with one compare-and-set. A known rejection only reads.
   * Everything else happens once per loan, under a lock that is never held while other code is
   * called.
   *
   * There is at most one current loan, one next loan and one request in flight:
   *
   * - The call that takes the current loan below its low-water mark requests the next loan and does
   *   not wait. Units of two loans are not mixed, because each unit has to be returned to where it
   *   was charged.
   * - A call that does not fit into the rest requests a loan and returns the rest with the same
   *   request, so that the lender decides with all units. Calls that arrive meanwhile wait for the
   *   same reply, and are part of the next request if the loan was too small for them.
   *
   * A loan that has expired or is idle is ended, and its rest is returned.
   */
  static final long IDLE_MICROS = 300_000;
  static final long SWEEP_MICROS = 100_000;

  private final LoanSize size;
  private final LenderGuard counter;
  private final LeaseKey key;
  private volatile @Nullable LoanRequest underWay;
  private volatile LenderReply told = LenderReply.NOTHING;
  private volatile long silentUntilMicros = Long.MIN_VALUE;
  private volatile boolean isDropped;

  // The following fields are guarded by this.
  private final DemandEstimate demand = new DemandEstimate();
  private final UnsettledLoans unsettled = new UnsettledLoans();
  final HeldLoans hand;
  private LoanWaiters waiters = new LoanWaiters();
  private long unmet;
  private long askedAtMicros;
  private boolean isBusy;

  Lease(LoanSize size, LenderGuard counter, LeaseKey key, long nowMicros) {
    this.size = size;
    this.counter = counter;
    this.key = key;
    hand = new HeldLoans(unsettled, nowMicros);
    askedAtMicros = nowMicros;
  }

  /**
   * Takes the cost from the current loan.
   *
   * @return the loan, which is the receipt; null if it has too few units, and then {@link #ask}
   *     says what to do
   */
  public @Nullable Loan take(long cost, long nowMicros) {
    Loan loan = hand.current();
    long left = loan.spend(cost, nowMicros);
    if (left == Loan.NOT_SPENT) {
      return hand.hasNext() ? takeFromNext(cost, nowMicros) : null;
    }
    if (loan.isLowWith(left)) {
      renew(loan, nowMicros);
    }
    return loan;
  }

  /**
   * Returns the state for a call that could not take its cost, and requests a loan if none is in
   * flight.
   *
   * @param waiter is notified of the result if the state is {@link LoanState#WAITING}, perhaps
   *     before this method returns; otherwise it is not notified
   */
  public LoanState ask(long cost, long nowMicros, LoanWaiter waiter) {
    if (!isDropped && told.refuses(cost, nowMicros)) {
      return LoanState.REFUSED;
    }
    List<LoanRequest> requests;
    synchronized (this) {
      LoanState standing = standing(cost, nowMicros);
      if (standing != LoanState.WAITING) {
        return standing;
      }
      waiters.add(cost, waiter);
      if (underWay != null) {
        return standing;
      }
      requests = requests(cost, nowMicros);
    }
    counter.handIn(requests);
    return LoanState.WAITING;
  }

  /** Refunds units that were taken, because the call did not count after all. */
  public void giveBack(Loan loan, long units, long nowMicros) {
    if (loan.giveBack(units)) {
      return;
    }
    List<LoanRequest> requests;
    synchronized (this) {
      unsettled.add(new LoanSettlement(loan.token(), units, -units));
      requests = isDropped ? unsettled.returns(this, nowMicros) : List.of();
    }
    counter.handIn(requests);
  }

  /** How long a rejected cost has to wait; 0 if no rejection is known. */
  public long waitMicros(long cost, long nowMicros) {
    return told.waitMicros(cost, nowMicros);
  }

  /** How many units are left for the key: those held here, and those that the lender had last. */
  public long remaining(long nowMicros) {
    return hand.leftAt(nowMicros) + Math.max(0, told.leftUnits());
  }

  /** How long until the lender has more units, by its last reply. */
  public long resetMicros(long nowMicros) {
    return Math.max(0, told.moreAtMicros() - nowMicros);
  }

  /** True if this lease is no longer in use; look up the key again. */
  public boolean isDropped() {
    return isDropped;
  }

  LeaseKey key() {
    return key;
  }

  LoanSize size() {
    return size;
  }

  private @Nullable Loan takeFromNext(long cost, long nowMicros) {
    synchronized (this) {
      hand.follow(cost, nowMicros);
    }
    Loan loan = hand.current();
    return loan.spend(cost, nowMicros) == Loan.NOT_SPENT ? null : loan;
  }

  private LoanState standing(long cost, long nowMicros) {
    if (isDropped) {
      return LoanState.GONE;
    }
    hand.follow(cost, nowMicros);
    if (hand.current().isSpendable(cost, nowMicros)) {
      return LoanState.TRY_AGAIN;
    }
    if (told.refuses(cost, nowMicros)) {
      return LoanState.REFUSED;
    }
    return underWay == null && nowMicros < silentUntilMicros ? LoanState.OUTAGE : LoanState.WAITING;
  }

  /** Requests a loan for waiting calls, and returns the rest that was too small for them. */
  private List<LoanRequest> requests(long cost, long nowMicros) {
    hand.current().measure(demand, nowMicros);
    hand.endCurrent();
    long wanted = Math.max(waiters.wanted(), unmet);
    LoanSettlement settlement = unsettled.takeLargest();
    // Other returns go first, so that the lender can use these units for the request.
    List<LoanRequest> requests = unsettled.returns(this, nowMicros);
    requests.add(borrow(cost, wanted, settlement, nowMicros));
    return requests;
  }

  private LoanRequest borrow(long least, long wanted, LoanSettlement settlement, long nowMicros) {
    long units = size.units(demand, told, wanted, hand.current().left(), nowMicros);
    var request = new LoanRequest(this, least, Math.max(least, units), settlement, nowMicros);
    underWay = request;
    unmet = 0;
    isBusy = nowMicros - askedAtMicros < size.pauseMicros();
    askedAtMicros = nowMicros;
    return request;
  }

  /** Requests the next loan before the current one is empty, if it is needed soon. */
  private void renew(Loan loan, long nowMicros) {
    if (underWay != null
        || hand.hasNext()
        || told.refuses(/* cost= */ 1, nowMicros)
        || nowMicros < silentUntilMicros
        || nowMicros - loan.startedAtMicros() > 2 * DemandEstimate.LOAN_MICROS) {
      return;
    }
    LoanRequest request;
    synchronized (this) {
      if (isDropped || underWay != null || hand.hasNext() || loan != hand.current()) {
        return;
      }
      loan.measure(demand, nowMicros);
      request = borrow(/* least= */ 1, /* wanted= */ 1, unsettled.takeLargest(), nowMicros);
    }
    counter.handIn(List.of(request));
  }

  void granted(LoanRequest request, Loan loan, long validMicros, long leftUnits, long resetMicros) {
    if (request.isReturn()) {
      return;
    }
    long sentAt = request.sentAtMicros();
    List<LoanRequest> requests;
    LoanWaiters answered;
    synchronized (this) {
      told = told.granted(loan.granted(), sentAt, validMicros, leftUnits, resetMicros);
      if (isBusy && size.isNearlySpent(leftUnits)) {
        told = told.refused(/* cost= */ 1, size.pauseMicros(), sentAt, leftUnits, resetMicros);
      }
      answered = answered();
      unmet = Math.max(0, answered.wanted() - loan.granted());
      hand.receive(loan);
      if (isDropped) {
        hand.endAll();
      }
      requests = isDropped ? unsettled.returns(this, sentAt) : List.of();
    }
    counter.handIn(requests);
    answered.tryAgain(counter.log());
  }

  void refused(LoanRequest request, long waitMicros, long leftUnits, long resetMicros) {
    if (request.isReturn()) {
      return;
    }
    long cost = request.leastUnits();
    long heldMicros;
    LoanWaiters answered;
    synchronized (this) {
      heldMicros = isBusy ? Math.max(waitMicros, size.pauseMicros()) : waitMicros;
      told = told.refused(cost, heldMicros, request.sentAtMicros(), leftUnits, resetMicros);
      answered = answered();
    }
    answered.refused(cost, heldMicros, counter.log());
  }

  void unanswered(LoanRequest request, boolean wasDone, long notBeforeMicros) {
    LoanWaiters answered = new LoanWaiters();
    synchronized (this) {
      if (!wasDone && request.settles()) {
        unsettled.add(request.settlement());
      }
      silentUntilMicros = notBeforeMicros;
      if (!request.isReturn()) {
        answered = answered();
      }
    }
    answered.unanswered(counter.log());
  }

  private LoanWaiters answered() {
    LoanWaiters answered = waiters;
    waiters = new LoanWaiters();
    underWay = null;
    return answered;
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
      long usedAt = Math.max(hand.changedAt(nowMicros), askedAtMicros);
      boolean isFree = underWay == null;
      boolean isIdle = isFree && nowMicros - usedAt >= (isCrowded ? SWEEP_MICROS : IDLE_MICROS);
      if (isIdle) {
        hand.endAll();
      } else if (isFree) {
        hand.endVoid(nowMicros);
      }
      if (nowMicros >= silentUntilMicros && unsettled.hasUnits()) {
        requests = unsettled.returns(this, nowMicros);
        told = told.withoutRefusal();
      }
      boolean isNeeded = told.refusesAny(nowMicros) || unsettled.hasUnits();
      isDropped |= isIdle && (isCrowded || !isNeeded);
    }
    counter.handIn(requests);
    return isDropped;
  }

  /** Returns all units and drops the lease. */
  void drop(long nowMicros) {
    List<LoanRequest> requests;
    synchronized (this) {
      isDropped = true;
      hand.endAll();
      requests = unsettled.returns(this, nowMicros);
    }
    counter.handIn(requests);
  }
}
