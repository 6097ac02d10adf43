package dev.penstock.store.redis;

import dev.penstock.limit.CarryOver;
import dev.penstock.limit.SpentUnits;
import dev.penstock.store.redis.script.InstanceId;
import dev.penstock.store.redis.script.SettlementScriptCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The claims of one group whose callers may have spent units under earlier limits, and the steps
 * that carry these over.
 */
final class EarlierKeys {
  /*
   * After a reload with another algorithm or period, a caller has a new key in Redis. The first
   * script reads what the earlier keys have spent. The second raises the new key to that.
   */
  private enum Stage {
    NOTHING,
    LOOK,
    CARRY
  }

  private final List<RedisClaim> claims = new ArrayList<>(0);
  private final List<SpentUnits> spent = new ArrayList<>(0);
  private @Nullable SettlementScriptCall reading;
  private Stage stage = Stage.NOTHING;

  void add(RedisClaim claim) {
    claims.add(claim);
    stage = Stage.LOOK;
  }

  /** The script to run before the claims can be settled; null if there is none. */
  @Nullable SettlementScriptCall next(InstanceId instance, long approxMicros) {
    return switch (stage) {
      case NOTHING -> null;
      case LOOK -> readCall(instance, approxMicros);
      case CARRY -> carryOverCall(instance, approxMicros);
    };
  }

  private SettlementScriptCall readCall(InstanceId instance, long approxMicros) {
    SettlementScriptCall asked = SettlementScriptCall.forRead(instance, approxMicros);
    for (RedisClaim claim : claims) {
      for (CarriedOverBudget.Former former : claim.carriedOver().earlierLimits()) {
        byte[] key = former.keys().keyOf(claim.high(), claim.low());
        asked.claim(former.scripted().withoutCap(), key, /* cost= */ 1);
      }
    }
    reading = asked;
    return asked;
  }

  private SettlementScriptCall carryOverCall(InstanceId instance, long approxMicros) {
    SettlementScriptCall carrying = SettlementScriptCall.forCarryOver(instance, approxMicros);
    for (int i = 0; i < claims.size(); i++) {
      RedisClaim claim = claims.get(i);
      if (spent.get(i).roundedUp() > 0) {
        carrying.carry(claim.terms().scripted(), claim.redisKey(), spent.get(i));
      }
    }
    return carrying;
  }

  /** Processes a reply. Returns false if the reply does not concern earlier keys. */
  boolean read(SettlementScriptCall.Outcome outcome) {
    switch (stage) {
      case NOTHING -> {
        return false;
      }
      case LOOK -> readSpent(outcome);
      case CARRY -> markCarriedOver();
    }
    return true;
  }

  private void readSpent(SettlementScriptCall.Outcome outcome) {
    boolean hasSpent = false;
    int place = 0;
    for (RedisClaim claim : claims) {
      SpentUnits most = SpentUnits.NONE;
      for (CarriedOverBudget.Former former : claim.carriedOver().earlierLimits()) {
        SpentUnits units = Objects.requireNonNull(reading).spent(place++, outcome);
        SpentUnits carried = CarryOver.carried(former.scripted().limit(), claim.limit(), units);
        most = carried.isMoreThan(most) ? carried : most;
      }
      spent.add(most);
      hasSpent |= most.roundedUp() > 0;
    }
    if (hasSpent) {
      stage = Stage.CARRY;
    } else {
      markCarriedOver();
    }
  }

  private void markCarriedOver() {
    for (RedisClaim claim : claims) {
      claim.carriedOver().markCarriedOver(claim.high(), claim.low());
    }
    stage = Stage.NOTHING;
  }
}
