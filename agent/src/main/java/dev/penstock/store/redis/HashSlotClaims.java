package dev.penstock.store.redis;

import dev.penstock.store.redis.script.InstanceId;
import dev.penstock.store.redis.script.LeaseScriptCall;
import dev.penstock.store.redis.script.ScriptInvocation;
import dev.penstock.store.redis.script.ScriptedLease;
import dev.penstock.store.redis.script.SettlementScriptCall;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The claims of one call that one script can settle, and the progress of their script calls. */
final class HashSlotClaims {
  private final List<RedisClaim> claims = new ArrayList<>(2);
  private final EarlierKeys earlierKeys = new EarlierKeys();
  private @Nullable SettlementScriptCall settlement;
  private @Nullable LeaseScriptCall lease;
  private @Nullable PendingScriptCall pendingCall;
  private boolean isCharging;
  private boolean hadWrongWindow;
  private boolean isUndecidable;
  private boolean isDone;

  HashSlotClaims(RedisClaim first, boolean hasEarlierKeys) {
    add(first, hasEarlierKeys);
  }

  /**
   * @param hasEarlierKeys true if the caller may have spent units under earlier limits
   */
  void add(RedisClaim claim, boolean hasEarlierKeys) {
    claims.add(claim);
    if (hasEarlierKeys) {
      earlierKeys.add(claim);
    }
  }

  RedisClaim first() {
    return claims.get(0);
  }

  List<RedisClaim> claims() {
    return claims;
  }

  /** True if no more script calls are needed. */
  boolean isDone() {
    return isDone;
  }

  /** The script call that was sent and not processed yet; null if there is none. */
  @Nullable PendingScriptCall pendingCall() {
    return pendingCall;
  }

  /** Creates the next script call; {@link #complete} processes its reply. */
  PendingScriptCall nextCall(InstanceId instance, long approxMicros, boolean charge) {
    isCharging = charge;
    PendingScriptCall call = new PendingScriptCall(nextScript(instance, approxMicros));
    pendingCall = call;
    return call;
  }

  private ScriptInvocation nextScript(InstanceId instance, long approxMicros) {
    SettlementScriptCall next = earlierKeys.next(instance, approxMicros);
    RedisLoans loans = first().terms().loans();
    if (next == null && isCharging && loans != null && first().isChargedAsLoan()) {
      LeaseScriptCall call = loans.chargeCall(first().high(), first().low(), first().cost());
      lease = call;
      return call;
    }
    settlement = next == null ? settlementOfClaims(instance, approxMicros) : next;
    return settlement;
  }

  private SettlementScriptCall settlementOfClaims(InstanceId instance, long approxMicros) {
    SettlementScriptCall call =
        isCharging
            ? SettlementScriptCall.forCharge(instance, approxMicros)
            : SettlementScriptCall.forRead(instance, approxMicros);
    for (RedisClaim claim : claims) {
      call.claim(claim.scripted(), claim.redisKey(), claim.cost());
    }
    return call;
  }

  /**
   * Processes the reply to the latest script call. Publishes the result to the claims if that call
   * was about them.
   */
  SettlementScriptCall.Outcome complete(List<Object> reply) {
    pendingCall = null;
    LeaseScriptCall charge = lease;
    if (charge != null) {
      return completeAsLoan(charge.read(reply));
    }
    SettlementScriptCall call = settlement;
    if (call == null) {
      throw new IllegalStateException("a reply without a script call");
    }
    SettlementScriptCall.Outcome outcome = call.read(reply);
    if (outcome.verdict() == SettlementScriptCall.Verdict.WRONG_WINDOW) {
      isUndecidable = hadWrongWindow;
      hadWrongWindow = true;
    } else if (!earlierKeys.read(outcome)) {
      publish(call, outcome);
      isDone = true;
    }
    return outcome;
  }

  /** No script call can decide these claims. */
  void abandon() {
    pendingCall = null;
    isDone = true;
  }

  /**
   * Units from a loan that is spent at once cannot be refunded, because that loan ends immediately.
   */
  private SettlementScriptCall.Outcome completeAsLoan(ScriptedLease loan) {
    isDone = true;
    first().decided(loan.keyState());
    return new SettlementScriptCall.Outcome(
        loan.units() > 0
            ? SettlementScriptCall.Verdict.GRANTED
            : SettlementScriptCall.Verdict.REJECTED,
        loan.nowMicros(),
        List.of(loan.keyState()));
  }

  private void publish(SettlementScriptCall call, SettlementScriptCall.Outcome outcome) {
    boolean isCharged = isCharging && outcome.verdict() == SettlementScriptCall.Verdict.GRANTED;
    for (int i = 0; i < outcome.keyStates().size(); i++) {
      if (isCharged) {
        claims.get(i).charged(outcome.keyStates().get(i), call.charge(i, outcome));
      } else {
        claims.get(i).decided(outcome.keyStates().get(i));
      }
    }
  }

  /**
   * True if the script rejected the calendar window a second time, although the call used the
   * server's time.
   */
  boolean isUndecidable() {
    return isUndecidable;
  }

  /** True if the claims are rejected, as far as they are known. */
  boolean isRejected(SettlementScriptCall.Outcome outcome) {
    return isDone && outcome.verdict() == SettlementScriptCall.Verdict.REJECTED;
  }
}
