package dev.penstock.store.redis.lease;

import dev.penstock.limit.Limit;
import dev.penstock.log.AgentLog;
import dev.penstock.thread.Completion;
import java.io.OutputStream;
import java.io.PrintStream;

/** One of several JVMs that share a budget, with its own clock. */
final class Instance {
  private static final long KEY_HIGH = 7;
  private static final long KEY_LOW = 11;
  private static final int MOST_TRIES = 20;

  static final AgentLog SILENT =
      new AgentLog(
          new PrintStream(OutputStream.nullOutputStream()), /* debugging= */ false, () -> 0);

  private final VirtualTime time;
  private final Wire wire;
  private final Spending spending;
  private final Leases leases;
  private final long clockOffset;
  private boolean isDead;
  private long admitted;
  private long refused;
  private long unanswered;

  Instance(
      VirtualTime time, Limit limit, int instances, Wire wire, Spending spending, long offset) {
    this.time = time;
    this.wire = wire;
    this.spending = spending;
    leases = new Leases(limit, instances, new LeaseCountLimit(/* most= */ 100), wire, SILENT);
    clockOffset = offset;
    time.every(
        100_000,
        () -> {
          if (!isDead) {
            leases.sweep(now());
          }
        });
  }

  long now() {
    return time.now() + clockOffset;
  }

  /** A call; if it is refunded, then this long after it was admitted. */
  void call(long cost, long giveBackAfterMicros) {
    call(cost, giveBackAfterMicros, MOST_TRIES);
  }

  void call() {
    call(/* cost= */ 1, /* giveBackAfterMicros= */ -1);
  }

  private void call(long cost, long giveBackAfter, int tries) {
    Lease lease = leases.lease(KEY_HIGH, KEY_LOW, now());
    if (isDead || tries == 0 || lease == null) {
      return;
    }
    Loan loan = lease.take(cost, now());
    if (loan != null) {
      admit(lease, loan, cost, giveBackAfter);
      return;
    }
    Completion<LoanOutcome> outcome = new Completion<>();
    outcome.whenComplete(() -> retry(outcome, cost, giveBackAfter, tries));
    switch (lease.requestLoan(cost, now(), outcome)) {
      case TRY_AGAIN, DROPPED -> call(cost, giveBackAfter, tries - 1);
      case REJECTED -> refused++;
      case OUTAGE -> unanswered++;
      case WAITING -> {}
    }
  }

  private void admit(Lease lease, Loan loan, long cost, long giveBackAfter) {
    admitted++;
    Spending.Spent spent = spending.add(time.now(), cost);
    if (giveBackAfter >= 0) {
      time.after(
          giveBackAfter,
          () -> {
            if (!isDead) {
              spent.units = 0;
              lease.refund(loan, cost, now());
            }
          });
    }
  }

  /** Ends without returning its units. */
  void die() {
    isDead = true;
    wire.cut();
  }

  void shutDown() {
    leases.returnAll(now());
  }

  long admitted() {
    return admitted;
  }

  long refused() {
    return refused;
  }

  long decisions() {
    return admitted + refused + unanswered;
  }

  long roundTrips() {
    return wire.roundTrips();
  }

  private void retry(Completion<LoanOutcome> loan, long cost, long giveBackAfter, int tries) {
    LoanOutcome outcome = loan.result();
    if (outcome == null) {
      unanswered++;
    } else if (outcome.isRejected()) {
      refused++;
    } else {
      call(cost, giveBackAfter, tries - 1);
    }
  }
}
