package dev.penstock.store.redis.lease;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What this JVM holds of one key's budget, and spends by itself. */
public final class Lease {
  /*
   * Calls are paid from the loan in hand by one compare-and-set; a refusal that is known only
   * reads. All else happens once per loan and under a lock, which is never held while anybody else
   * is called.
   *
   * At most one loan is in hand, one is ready to follow it, and one request is under way:
   *
   * - The caller that takes the loan below its low-water mark asks for the next one and goes on.
   *   Units of the two are not mixed, since each has to go back to where it was charged.
   * - A call that does not fit into what is left asks for a loan and hands back the rest with the
   *   same request, so that the lender judges it by all there is. Calls that come meanwhile wait
   *   for the same answer, and are counted in the next request if it was not enough for them.
   *
   * A loan that is past its validity, or has lain idle, is ended and what is left goes back.
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

  // From here on guarded by this.
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
   * Takes the cost from the units in hand.
   *
   * @return the loan that it was taken from, which is the receipt; null if there is not enough, and
   *     then {@link #ask} says what to do
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
   * Says how things stand for a call that could not take its cost, and asks for a loan if nobody
   * has.
   *
   * @param waiter is told of the outcome if the answer is {@link LoanState#WAITING}, perhaps before
   *     this returns; otherwise it is told nothing
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

  /** Gives back units that were taken, because the call turned out not to count. */
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

  /** How long a refused cost has to wait; 0 if no refusal is known. */
  public long waitMicros(long cost, long nowMicros) {
    return told.waitMicros(cost, nowMicros);
  }

  /** How many units are left for the key, in hand and as last told. */
  public long remaining(long nowMicros) {
    return hand.leftAt(nowMicros) + Math.max(0, told.leftUnits());
  }

  /** How long until more is left, as last told. */
  public long resetMicros(long nowMicros) {
    return Math.max(0, told.moreAtMicros() - nowMicros);
  }

  /** True if it is of no use any more, and has to be looked up again. */
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

  /** Asks for a loan for calls that wait, and hands back what did not suffice for them. */
  private List<LoanRequest> requests(long cost, long nowMicros) {
    hand.current().measure(demand, nowMicros);
    hand.endCurrent();
    long wanted = Math.max(waiters.wanted(), unmet);
    LoanSettlement settlement = unsettled.takeLargest();
    // Whatever else goes back goes first, so that the request is judged by that too.
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

  /** Asks for the next loan while there is still some of this one, if it is needed soon. */
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
   * Hands back what lies idle or is void.
   *
   * @param isCrowded true if others want its place, so that a moment's rest is enough to lose it
   * @return true if it held nothing any more and has been dropped
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

  /** Hands back all that is left and is of no use from now on. */
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
