package dev.penstock.store.redis;

import dev.penstock.store.redis.client.ScriptCall;
import dev.penstock.store.redis.script.InstanceId;
import dev.penstock.store.redis.script.LeaseScriptCall;
import dev.penstock.store.redis.script.ScriptedCharge;
import dev.penstock.store.redis.script.ScriptedLease;
import dev.penstock.store.redis.script.SettlementScriptCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The claims of one call that one script can settle, and the progress of their script calls. */
final class HashSlotClaims {
  private final List<RedisClaim> claims = new ArrayList<>(2);
  private final EarlierKeys earlierKeys = new EarlierKeys();
  private @Nullable ScriptCall pendingCall;
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
  @Nullable ScriptCall pendingCall() {
    return pendingCall;
  }

  /** Creates the next script call; {@link #complete} processes its reply. */
  ScriptCall nextCall(RedisStore store, boolean charge) {
    isCharging = charge;
    InstanceId instance = store.instance();
    long approxMicros = store.clock().approxServerMicros();
    RedisLoans loans = first().terms().loans();
    ScriptCall call = earlierKeys.next(instance, approxMicros);
    if (call == null && charge && loans != null && first().isChargedAsLoan()) {
      call = loans.chargeCall(first().high(), first().low(), first().cost());
    } else if (call == null) {
      SettlementScriptCall settlement =
          charge
              ? SettlementScriptCall.forCharge(instance, approxMicros)
              : SettlementScriptCall.forRead(instance, approxMicros);
      for (RedisClaim claim : claims) {
        settlement.claim(claim.scripted(), claim.redisKey(), claim.cost());
      }
      call = settlement;
    }
    pendingCall = call;
    return call;
  }

  /**
   * Processes the reply to the latest script call. Publishes the result to the claims if that call
   * was about them.
   */
  SettlementScriptCall.Outcome complete(List<Object> reply) {
    ScriptCall completed = Objects.requireNonNull(pendingCall);
    pendingCall = null;
    if (completed instanceof LeaseScriptCall charge) {
      return completeAsLoan(charge.read(reply));
    }
    SettlementScriptCall call = (SettlementScriptCall) completed;
    SettlementScriptCall.Outcome outcome = call.read(reply);
    if (outcome.verdict() == SettlementScriptCall.Verdict.WRONG_WINDOW) {
      isUndecidable = hadWrongWindow;
      hadWrongWindow = true;
    } else if (!earlierKeys.read(outcome)) {
      boolean isCharged = isCharging && outcome.verdict() == SettlementScriptCall.Verdict.GRANTED;
      for (int i = 0; i < claims.size(); i++) {
        ScriptedCharge charge = isCharged ? call.charge(i, outcome) : null;
        claims.get(i).decided(outcome.keyStates().get(i), charge);
      }
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
    first().decided(loan.keyState(), /* charge= */ null);
    return new SettlementScriptCall.Outcome(
        loan.units() > 0
            ? SettlementScriptCall.Verdict.GRANTED
            : SettlementScriptCall.Verdict.REJECTED,
        loan.nowMicros(),
        List.of(loan.keyState()));
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
