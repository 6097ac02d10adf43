package dev.penstock.store.redis;

import dev.penstock.limit.TokenBucket;
import dev.penstock.store.redis.client.NoReplyReason;
import dev.penstock.store.redis.client.ScriptCall;
import dev.penstock.store.redis.lease.LoanRequest;
import dev.penstock.store.redis.script.LeaseScriptCall;
import dev.penstock.store.redis.script.ScriptedKeyState;
import dev.penstock.store.redis.script.ScriptedLease;
import java.util.List;

/** Sends a loan request to Redis as a script call. */
final class RedisLoanRequest extends ScriptCall {
  /** How long no further loan is requested for the same key after a missing reply. */
  private static final long PAUSE_MICROS = 50_000;

  private final RedisLoans loans;
  private final LoanRequest request;
  private final LeaseScriptCall call;

  RedisLoanRequest(RedisLoans loans, LoanRequest request) {
    this(loans, request, callFor(loans, request));
  }

  private RedisLoanRequest(RedisLoans loans, LoanRequest request, LeaseScriptCall call) {
    super(call.script(), call.keys(), call.arguments(), call);
    this.loans = loans;
    this.request = request;
    this.call = call;
  }

  private static LeaseScriptCall callFor(RedisLoans loans, LoanRequest request) {
    long spent = request.spentUnits();
    long unused = request.returnedUnits();
    if (spent < 0 && loans.twin().limit() instanceof TokenBucket) {
      // Units reported as spent have made room for others in the meantime. They are lost.
      unused = Math.max(0, unused + spent);
      spent = 0;
    }
    return loans.borrow(
        request.keyHigh(),
        request.keyLow(),
        new LeaseScriptCall.Request(
            loans.borrower(),
            loans.store().clock().aroundMicros(),
            request.leastUnits(),
            request.mostUnits(),
            request.settles() ? lastLease(request.settledToken()) : null,
            Math.max(0, spent),
            unused));
  }

  /** The script only needs the time at which the earlier loan was charged. */
  private static ScriptedLease lastLease(long chargedAtMicros) {
    ScriptedKeyState standing = new ScriptedKeyState(0, 0, 0, 0, chargedAtMicros, /* record= */ "");
    return new ScriptedLease(chargedAtMicros, /* isAstray= */ false, 0, 0, 0, standing);
  }

  @Override
  public void answered(List<Object> reply) {
    ScriptedLease lent = call.read(reply);
    loans.store().clock().note(lent.nowMicros());
    ScriptedKeyState standing = lent.standing();
    if (lent.isAstray()) {
      // The clock is corrected now, so the next request names the right calendar window.
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
  public void unanswered(NoReplyReason why) {
    unanswered(/* wasDone= */ why == NoReplyReason.TOO_LATE || why == NoReplyReason.UNREADABLE);
  }

  private void unanswered(boolean wasDone) {
    request.unanswered(wasDone, loans.store().localMicros() + PAUSE_MICROS);
  }
}
