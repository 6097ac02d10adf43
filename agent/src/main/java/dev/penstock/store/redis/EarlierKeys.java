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
  private @Nullable SettlementScriptCall looking;
  private Stage stage = Stage.NOTHING;

  void add(RedisClaim claim) {
    claims.add(claim);
    stage = Stage.LOOK;
  }

  /** The script to run before the claims can be settled; null if there is none. */
  @Nullable SettlementScriptCall next(InstanceId member, long aroundMicros) {
    return switch (stage) {
      case NOTHING -> null;
      case LOOK -> looking(member, aroundMicros);
      case CARRY -> carrying(member, aroundMicros);
    };
  }

  private SettlementScriptCall looking(InstanceId member, long aroundMicros) {
    SettlementScriptCall asked = SettlementScriptCall.looking(member, aroundMicros);
    for (RedisClaim claim : claims) {
      for (CarriedOverBudget.Former former : claim.before().formers()) {
        byte[] key = former.keys().of(claim.high(), claim.low());
        asked.claim(former.scripted().forLooking(), key, /* cost= */ 1);
      }
    }
    looking = asked;
    return asked;
  }

  private SettlementScriptCall carrying(InstanceId member, long aroundMicros) {
    SettlementScriptCall carrying = SettlementScriptCall.carryingOver(member, aroundMicros);
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
      case LOOK -> looked(outcome);
      case CARRY -> carried();
    }
    return true;
  }

  private void looked(SettlementScriptCall.Outcome outcome) {
    boolean any = false;
    int place = 0;
    for (RedisClaim claim : claims) {
      SpentUnits most = SpentUnits.NONE;
      for (CarriedOverBudget.Former former : claim.before().formers()) {
        SpentUnits units = Objects.requireNonNull(looking).spent(place++, outcome);
        SpentUnits carried = CarryOver.carried(former.scripted().limit(), claim.limit(), units);
        most = carried.isMoreThan(most) ? carried : most;
      }
      spent.add(most);
      any |= most.roundedUp() > 0;
    }
    if (any) {
      stage = Stage.CARRY;
    } else {
      carried();
    }
  }

  private void carried() {
    for (RedisClaim claim : claims) {
      claim.before().carried(claim.high(), claim.low());
    }
    stage = Stage.NOTHING;
  }
}
