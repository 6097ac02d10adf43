package dev.penstock.shared;

import dev.penstock.lease.LoanRequest;
import dev.penstock.limit.TokenBucket;
import dev.penstock.redis.Question;
import dev.penstock.redis.Silence;
import dev.penstock.twin.Lease;
import dev.penstock.twin.LeaseCall;
import dev.penstock.twin.Standing;
import java.util.List;

/** A request for a loan, as Redis is asked for it. */
final class Borrowing extends Question {
  /** For how long a Redis that did not answer is not asked again for the same key. */
  private static final long PAUSE_MICROS = 50_000;

  private final Loans loans;
  private final LoanRequest request;
  private final LeaseCall call;

  Borrowing(Loans loans, LoanRequest request) {
    this(loans, request, callFor(loans, request));
  }

  private Borrowing(Loans loans, LoanRequest request, LeaseCall call) {
    super(call.script(), call.keys(), call.arguments(), call);
    this.loans = loans;
    this.request = request;
    this.call = call;
  }

  private static LeaseCall callFor(Loans loans, LoanRequest request) {
    long spent = request.spentUnits();
    long unused = request.returnedUnits();
    if (spent < 0 && loans.twin().limit() instanceof TokenBucket) {
      // Units that it was told are spent have made room for others since: these are lost.
      unused = Math.max(0, unused + spent);
      spent = 0;
    }
    return loans.borrow(
        request.keyHigh(),
        request.keyLow(),
        new LeaseCall.Request(
            loans.borrower(),
            loans.store().clock().aroundMicros(),
            request.leastUnits(),
            request.mostUnits(),
            request.settles() ? lastLease(request.settledToken()) : null,
            Math.max(0, spent),
            unused));
  }

  /** All that is known here of a loan, and needed of it, is when it was charged. */
  private static Lease lastLease(long chargedAtMicros) {
    Standing standing = new Standing(0, 0, 0, 0, chargedAtMicros, /* record= */ "");
    return new Lease(chargedAtMicros, /* isAstray= */ false, 0, 0, 0, standing);
  }

  @Override
  protected void answered(List<Object> reply) {
    Lease lent = call.read(reply);
    loans.store().clock().note(lent.nowMicros());
    Standing standing = lent.standing();
    if (lent.isAstray()) {
      // The next call is asked around the right time.
      unanswered(/* wasDone= */ false);
    } else if (lent.units() > 0) {
      request.granted(
          lent.units(),
          lent.validMicros(),
          standing.chargedAtMicros(),
          standing.remaining(),
          standing.resetMicros());
    } else {
      request.refused(standing.waitMicros(), standing.remaining(), standing.resetMicros());
    }
  }

  @Override
  protected void unanswered(Silence why) {
    unanswered(/* wasDone= */ why == Silence.TOO_LATE || why == Silence.UNREADABLE);
  }

  private void unanswered(boolean wasDone) {
    request.unanswered(wasDone, loans.store().localMicros() + PAUSE_MICROS);
  }
}
