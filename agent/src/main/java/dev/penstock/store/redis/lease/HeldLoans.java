package dev.penstock.store.redis.lease;

import org.jspecify.annotations.Nullable;

/** The loan in use and the next one; changed only under the lock of the lease. */
final class HeldLoans {
  private final UnsettledLoans unsettled;
  private volatile Loan current = Loan.NONE;
  private volatile @Nullable Loan next;

  // The state at the last sweep. Calls leave no other trace of when they came.
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

  /** The units that can be spent in total. */
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

  /** Switches to the next loan if there is one and the cost does not fit into the current one. */
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

  /**
   * Ends loans that have expired, or will expire before the next sweep while they are not in use.
   */
  void endExpired(long nowMicros) {
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

  /** Returns when units were spent last, as seen by the sweeps. */
  long lastSpentMicros(long nowMicros) {
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
