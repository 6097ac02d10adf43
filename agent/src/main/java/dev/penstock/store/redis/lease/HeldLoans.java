package dev.penstock.store.redis.lease;

import org.jspecify.annotations.Nullable;

/** The loan that is spent, and the one that follows it; changed only under the lease's lock. */
final class HeldLoans {
  private final UnsettledLoans unsettled;
  private volatile Loan current = Loan.NONE;
  private volatile @Nullable Loan next;

  // What the last sweep saw: calls leave no other trace of when they came.
  private Loan seen = Loan.NONE;
  private long seenLeft;
  private long changedAtMicros;

  HeldLoans(UnsettledLoans unsettled, long nowMicros) {
    this.unsettled = unsettled;
    changedAtMicros = nowMicros;
  }

  Loan current() {
    return current;
  }

  boolean hasNext() {
    return next != null;
  }

  boolean isEmpty() {
    return current.left() == 0 && next == null;
  }

  /** What can be spent in all. */
  long leftAt(long nowMicros) {
    Loan following = next;
    return current.leftAt(nowMicros) + (following == null ? 0 : following.leftAt(nowMicros));
  }

  void receive(Loan loan) {
    if (current.left() > 0) {
      next = loan;
    } else {
      end(current);
      current = loan;
    }
  }

  /** Goes over to the next loan if there is one and the cost does not fit into this one. */
  void follow(long cost, long nowMicros) {
    Loan following = next;
    if (following != null && !current.isSpendable(cost, nowMicros)) {
      end(current);
      following.start(nowMicros);
      current = following;
      next = null;
    }
  }

  void endCurrent() {
    end(current);
    current = Loan.NONE;
  }

  void endAll() {
    endCurrent();
    Loan following = next;
    if (following != null) {
      end(following);
      next = null;
    }
  }

  private void end(Loan loan) {
    if (loan != Loan.NONE) {
      long left = loan.end();
      unsettled.add(new LoanSettlement(loan.token(), left, loan.granted() - left));
    }
  }

  /** Ends loans that are void, or will be by the next sweep while nobody spends them. */
  void endVoid(long nowMicros) {
    long end = changedAtMicros == nowMicros ? nowMicros : nowMicros + Lease.SWEEP_MICROS;
    if (current.validUntilMicros() <= end) {
      endCurrent();
    }
    Loan following = next;
    if (following != null && following.validUntilMicros() <= end) {
      end(following);
      next = null;
    }
  }

  /** Looks whether anything was spent since the last look, and says when something was. */
  long changedAt(long nowMicros) {
    Loan loan = current;
    long left = loan.left();
    if (loan != seen || left != seenLeft) {
      seen = loan;
      seenLeft = left;
      changedAtMicros = nowMicros;
    }
    return changedAtMicros;
  }
}
