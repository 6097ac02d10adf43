package dev.penstock.store.redis;

import dev.penstock.store.redis.script.InstanceId;
import dev.penstock.store.redis.script.LeaseScriptCall;
import dev.penstock.store.redis.script.ScriptInvocation;
import dev.penstock.store.redis.script.ScriptedLease;
import dev.penstock.store.redis.script.SettlementScriptCall;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Those claims of a call that one script can settle, and what was asked for them so far. */
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

  HashSlotClaims(RedisClaim first, boolean hasOlder) {
    add(first, hasOlder);
  }

  /**
   * @param hasOlder true if the claim's key may have spent something under other terms
   */
  void add(RedisClaim claim, boolean hasOlder) {
    claims.add(claim);
    if (hasOlder) {
      older.add(claim);
    }
  }

  RedisClaim first() {
    return claims.get(0);
  }

  List<RedisClaim> claims() {
    return claims;
  }

  /** True if there is nothing left to ask. */
  boolean isDone() {
    return done;
  }

  /** What was asked last; null if nothing was. */
  @Nullable PendingScriptCall asking() {
    return asking;
  }

  /** The next question; {@link #read} follows when it was told. */
  PendingScriptCall ask(InstanceId member, long aroundMicros, boolean charge) {
    charging = charge;
    PendingScriptCall question = new PendingScriptCall(next(member, aroundMicros));
    asking = question;
    return question;
  }

  private ScriptInvocation next(InstanceId member, long aroundMicros) {
    SettlementScriptCall next = older.next(member, aroundMicros);
    RedisLoans loans = first().terms().loans();
    if (next == null && charging && loans != null && first().isLent()) {
      LeaseScriptCall call = loans.spend(first().high(), first().low(), first().cost());
      spending = call;
      return call;
    }
    settlement = next == null ? claiming(member, aroundMicros) : next;
    return settlement;
  }

  private SettlementScriptCall claiming(InstanceId member, long aroundMicros) {
    SettlementScriptCall claiming =
        charging
            ? SettlementScriptCall.charging(member, aroundMicros)
            : SettlementScriptCall.looking(member, aroundMicros);
    for (RedisClaim claim : claims) {
      claiming.claim(claim.twin(), claim.redisKey(), claim.cost());
    }
    return claiming;
  }

  /** Takes in what was told; the claims are told if it was about them. */
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
    if (outcome.verdict() == SettlementScriptCall.Verdict.ASTRAY) {
      lost = astray;
      astray = true;
    } else if (!older.read(outcome)) {
      tell(asked, outcome);
      done = true;
    }
    return outcome;
  }

  /** What is spent as it is lent cannot be given back: its loan has ended by then. */
  private SettlementScriptCall.Outcome spent(ScriptedLease lease) {
    done = true;
    first().told(lease.standing());
    return new SettlementScriptCall.Outcome(
        lease.units() > 0
            ? SettlementScriptCall.Verdict.GRANTED
            : SettlementScriptCall.Verdict.REFUSED,
        lease.nowMicros(),
        List.of(lease.standing()));
  }

  private void tell(SettlementScriptCall asked, SettlementScriptCall.Outcome outcome) {
    boolean charged = charging && outcome.verdict() == SettlementScriptCall.Verdict.GRANTED;
    for (int i = 0; i < outcome.standings().size(); i++) {
      if (charged) {
        claims.get(i).charged(outcome.standings().get(i), asked.charge(i, outcome));
      } else {
        claims.get(i).told(outcome.standings().get(i));
      }
    }
  }

  /** True if the script went astray again although it was told the server's own time. */
  boolean isLost() {
    return lost;
  }

  /** True if the claims are refused, as far as they were asked about. */
  boolean isRefused(SettlementScriptCall.Outcome outcome) {
    return done && outcome.verdict() == SettlementScriptCall.Verdict.REFUSED;
  }
}
