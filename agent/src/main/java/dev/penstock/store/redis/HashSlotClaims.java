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

  HashSlotClaims(RedisClaim first, boolean hasOlder) {
    add(first, hasOlder);
  }

  /**
   * @param hasOlder true if the caller may have spent units under earlier limits
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

  /** True if no more script calls are needed. */
  boolean isDone() {
    return done;
  }

  /** The latest script call; null if there was none. */
  @Nullable PendingScriptCall asking() {
    return asking;
  }

  /** Creates the next script call; {@link #read} processes its reply. */
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
    if (outcome.verdict() == SettlementScriptCall.Verdict.ASTRAY) {
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

  /**
   * True if the script rejected the calendar window a second time, although the request used the
   * server's time.
   */
  boolean isLost() {
    return lost;
  }

  /** True if the claims are rejected, as far as they are known. */
  boolean isRefused(SettlementScriptCall.Outcome outcome) {
    return done && outcome.verdict() == SettlementScriptCall.Verdict.REFUSED;
  }
}
