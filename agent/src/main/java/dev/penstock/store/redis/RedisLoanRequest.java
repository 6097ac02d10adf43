package dev.penstock.store.redis;

import dev.penstock.limit.TokenBucket;
import dev.penstock.store.redis.client.NoReplyReason;
import dev.penstock.store.redis.lease.LoanRequest;
import dev.penstock.store.redis.script.LeaseScriptCall;
import dev.penstock.store.redis.script.ScriptedKeyState;
import dev.penstock.store.redis.script.ScriptedLease;
import java.util.List;

/** Sends a loan request to Redis as a script call. */
final class RedisLoanRequest {
  /** How long no further loan is requested for the same key after a missing reply. */
  private static final long PAUSE_MICROS = 50_000;

  private final RedisLoans loans;
  private final LoanRequest request;
  private final LeaseScriptCall call;

  RedisLoanRequest(RedisLoans loans, LoanRequest request) {
    this.loans = loans;
    this.request = request;
    call = callFor(loans, request);
  }

  void send() {
    call.whenComplete(this::complete);
    loans.store().redis().send(call);
  }

  private static LeaseScriptCall callFor(RedisLoans loans, LoanRequest request) {
    long spent = request.spentUnits();
    long unused = request.returnedUnits();
    if (spent < 0 && loans.scripted().limit() instanceof TokenBucket) {
      // Units reported as spent have made room for others in the meantime. They are lost.
      unused = Math.max(0, unused + spent);
      spent = 0;
    }
    return loans.leaseCall(
        request.keyHigh(),
        request.keyLow(),
        new LeaseScriptCall.Request(
            loans.borrower(),
            loans.store().clock().approxServerMicros(),
            request.leastUnits(),
            request.mostUnits(),
            request.settles() ? lastLease(request.settledToken()) : null,
            Math.max(0, spent),
            unused));
  }

  /** The script only needs the time at which the earlier loan was charged. */
  private static ScriptedLease lastLease(long chargedAtMicros) {
    ScriptedKeyState keyState = new ScriptedKeyState(0, 0, 0, 0, chargedAtMicros, /* record= */ "");
    return new ScriptedLease(chargedAtMicros, /* isWrongWindow= */ false, 0, 0, 0, keyState);
  }

  private void complete() {
    List<Object> reply = call.result();
    if (reply == null) {
      NoReplyReason why = call.noReplyReason();
      noReply(/* wasDone= */ why == NoReplyReason.TOO_LATE || why == NoReplyReason.UNREADABLE);
    } else {
      complete(reply);
    }
  }

  private void complete(List<Object> reply) {
    ScriptedLease lent = call.read(reply);
    loans.store().clock().adjust(lent.nowMicros());
    ScriptedKeyState keyState = lent.keyState();
    if (lent.isWrongWindow()) {
      // The clock is corrected now, so the next request names the right calendar window.
      noReply(/* wasDone= */ false);
    } else if (lent.units() > 0) {
      request.granted(
          lent.units(),
          lent.validMicros(),
          keyState.chargedAtMicros(),
          keyState.remaining(),
          keyState.resetMicros());
    } else {
      request.rejected(keyState.waitMicros(), keyState.remaining(), keyState.resetMicros());
    }
  }

  private void noReply(boolean wasDone) {
    request.noReply(wasDone, loans.store().localMicros() + PAUSE_MICROS);
  }
}
