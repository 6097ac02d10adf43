package dev.penstock.store.redis.lease;

import dev.penstock.limit.Limit;
import dev.penstock.log.AgentLog;
import dev.penstock.thread.Completion;
import java.io.OutputStream;
import java.io.PrintStream;

/** A JVM that shares a budget with others, with its own clock, in virtual time. */
final class SimulatedInstance {
  private static final long KEY_HIGH = 7;
  private static final long KEY_LOW = 11;
  private static final int MOST_TRIES = 20;

  static final AgentLog SILENT =
      new AgentLog(
          new PrintStream(OutputStream.nullOutputStream()), /* debugging= */ false, () -> 0);

  private final VirtualTime time;
  private final SimulatedConnection connection;
  private final SpendingHistory spending;
  private final Leases leases;
  private final long clockOffset;
  private boolean isDead;
  private long admitted;
  private long rejected;
  private long undecided;

  SimulatedInstance(
      VirtualTime time,
      Limit limit,
      int instances,
      SimulatedConnection connection,
      SpendingHistory spending,
      long offset) {
    this.time = time;
    this.connection = connection;
    this.spending = spending;
    leases = new Leases(limit, instances, new LeaseCountLimit(/* most= */ 100), connection, SILENT);
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

  /** Makes a call. It is refunded after this time, or not at all if the time is negative. */
  void call(long cost, long refundAfterMicros) {
    call(cost, refundAfterMicros, MOST_TRIES);
  }

  void call() {
    call(/* cost= */ 1, /* refundAfterMicros= */ -1);
  }

  private void call(long cost, long refundAfter, int tries) {
    Lease lease = leases.lease(KEY_HIGH, KEY_LOW, now());
    if (isDead || tries == 0 || lease == null) {
      return;
    }
    Loan loan = lease.take(cost, now());
    if (loan != null) {
      admit(lease, loan, cost, refundAfter);
      return;
    }
    Completion<LoanOutcome> outcome = new Completion<>();
    outcome.whenComplete(() -> retry(outcome, cost, refundAfter, tries));
    switch (lease.requestLoan(cost, now(), outcome)) {
      case TRY_AGAIN, DROPPED -> call(cost, refundAfter, tries - 1);
      case REJECTED -> rejected++;
      case OUTAGE -> undecided++;
      case WAITING -> {}
    }
  }

  private void admit(Lease lease, Loan loan, long cost, long refundAfter) {
    admitted++;
    SpendingHistory.Spent spent = spending.add(time.now(), cost);
    if (refundAfter >= 0) {
      time.after(
          refundAfter,
          () -> {
            if (!isDead) {
              spent.units = 0;
              lease.refund(loan, cost, now());
            }
          });
    }
  }

  /** Stops without returning its units. */
  void die() {
    isDead = true;
    connection.cut();
  }

  void shutDown() {
    leases.returnAll(now());
  }

  long admitted() {
    return admitted;
  }

  long rejected() {
    return rejected;
  }

  long decisions() {
    return admitted + rejected + undecided;
  }

  long roundTrips() {
    return connection.roundTrips();
  }

  private void retry(Completion<LoanOutcome> loan, long cost, long refundAfter, int tries) {
    LoanOutcome outcome = loan.result();
    if (outcome == null) {
      undecided++;
    } else if (outcome.isRejected()) {
      rejected++;
    } else {
      call(cost, refundAfter, tries - 1);
    }
  }
}
