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
  private final EarlierKeys older = new EarlierKeys();
  private @Nullable SettlementScriptCall settlement;
  private @Nullable LeaseScriptCall spending;
  private @Nullable PendingScriptCall asking;
  private boolean charging;
  private boolean astray;
  private boolean lost;
  private boolean done;

  HashSlotClaims(RedisClaim first, boolean hasEarlierKeys) {
    add(first, hasEarlierKeys);
  }

  /**
   * @param hasEarlierKeys true if the caller may have spent units under earlier limits
   */
  void add(RedisClaim claim, boolean hasEarlierKeys) {
    claims.add(claim);
    if (hasEarlierKeys) {
      older.add(claim);
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
    return done;
  }

  /** The latest script call; null if there was none. */
  @Nullable PendingScriptCall asking() {
    return asking;
  }

  /** Creates the next script call; {@link #read} processes its reply. */
  PendingScriptCall ask(InstanceId instance, long approxMicros, boolean charge) {
    charging = charge;
    PendingScriptCall question = new PendingScriptCall(next(instance, approxMicros));
    asking = question;
    return question;
  }

  private ScriptInvocation next(InstanceId instance, long approxMicros) {
    SettlementScriptCall next = older.next(instance, approxMicros);
    RedisLoans loans = first().terms().loans();
    if (next == null && charging && loans != null && first().isChargedAsLoan()) {
      LeaseScriptCall call = loans.chargeCall(first().high(), first().low(), first().cost());
      spending = call;
      return call;
    }
    settlement = next == null ? claiming(instance, approxMicros) : next;
    return settlement;
  }

  private SettlementScriptCall claiming(InstanceId instance, long approxMicros) {
    SettlementScriptCall claiming =
        charging
            ? SettlementScriptCall.forCharge(instance, approxMicros)
            : SettlementScriptCall.forRead(instance, approxMicros);
    for (RedisClaim claim : claims) {
      claiming.claim(claim.scripted(), claim.redisKey(), claim.cost());
    }
    return claiming;
  }

  /**
   * Processes the reply to the latest script call. Publishes the result to the claims if that call
   * was about them.
   */
  SettlementScriptCall.Outcome read(List<Object> reply) {
    LeaseScriptCall call = spending;
    if (call != null) {
      return spent(call.read(reply));
    }
    SettlementScriptCall asked = settlement;
    if (asked == null) {
      throw new IllegalStateException("an answer to no question");
    }
    SettlementScriptCall.Outcome outcome = asked.read(reply);
    if (outcome.verdict() == SettlementScriptCall.Verdict.WRONG_WINDOW) {
      lost = astray;
      astray = true;
    } else if (!older.read(outcome)) {
      tell(asked, outcome);
      done = true;
    }
    return outcome;
  }

  /**
   * Units from a loan that is spent at once cannot be refunded, because that loan ends immediately.
   */
  private SettlementScriptCall.Outcome spent(ScriptedLease lease) {
    done = true;
    first().decided(lease.keyState());
    return new SettlementScriptCall.Outcome(
        lease.units() > 0
            ? SettlementScriptCall.Verdict.GRANTED
            : SettlementScriptCall.Verdict.REJECTED,
        lease.nowMicros(),
        List.of(lease.keyState()));
  }

  private void tell(SettlementScriptCall asked, SettlementScriptCall.Outcome outcome) {
    boolean charged = charging && outcome.verdict() == SettlementScriptCall.Verdict.GRANTED;
    for (int i = 0; i < outcome.keyStates().size(); i++) {
      if (charged) {
        claims.get(i).charged(outcome.keyStates().get(i), asked.charge(i, outcome));
      } else {
        claims.get(i).decided(outcome.keyStates().get(i));
      }
    }
  }

  /**
   * True if the script rejected the calendar window a second time, although the request used the
   * server's time.
   */
  boolean isLost() {
    return lost;
  }

  /** True if the claims are rejected, as far as they are known. */
  boolean isRefused(SettlementScriptCall.Outcome outcome) {
    return done && outcome.verdict() == SettlementScriptCall.Verdict.REJECTED;
  }
}
