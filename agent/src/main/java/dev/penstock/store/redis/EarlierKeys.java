package dev.penstock.store.redis;

import dev.penstock.limit.CarryOver;
import dev.penstock.limit.SpentUnits;
import dev.penstock.store.redis.script.InstanceId;
import dev.penstock.store.redis.script.SettlementScriptCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Claims whose keys may have spent something under other terms, and how that is carried over. */
final class EarlierKeys {
  /*
   * After a reload with another algorithm or period a key has a new name in Redis. What it has spent
   * under the old ones is looked up, and what it has spent under the new one is raised to that.
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

  /** What has to be asked first; null if nothing has. */
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

  /** Takes in an answer; false if it was not about older keys. */
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
