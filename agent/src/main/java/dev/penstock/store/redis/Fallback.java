package dev.penstock.store.redis;

import dev.penstock.store.Claims;
import dev.penstock.store.local.LocalStore;
import dev.penstock.store.redis.client.FailurePolicy;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides claims that got no reply from Redis, by the {@code on-failure} setting of their rules.
 */
final class Fallback {
  private final LocalStore local;
  private final DecisionSourceCounts counts;

  Fallback(LocalStore local, DecisionSourceCounts counts) {
    this.local = local;
    this.counts = counts;
  }

  /**
   * Charges the claims with {@code on-failure: local} to this JVM's share, all or none. Returns
   * false if the call is rejected.
   */
  boolean settle(List<RedisClaim> claims) {
    boolean closed = false;
    List<RedisClaim> counted = new ArrayList<>(claims.size());
    for (RedisClaim claim : claims) {
      FailurePolicy onOutage = claim.terms().onOutage();
      if (onOutage == FailurePolicy.CLOSED) {
        claim.turnedAway();
        closed = true;
      } else if (onOutage == FailurePolicy.LOCAL) {
        counted.add(claim);
      } else {
        claim.letThrough();
      }
    }
    if (closed) {
      counts.turnedAway();
      return false;
    }
    if (counted.isEmpty()) {
      counts.letThrough();
      return true;
    }
    return settleHere(counted);
  }

  private boolean settleHere(List<RedisClaim> claims) {
    Claims here = new Claims();
    here.clear();
    for (RedisClaim claim : claims) {
      here.add(claim.terms().here(), claim.high(), claim.low(), claim.cost());
      here.waitAs(claim);
    }
    local.settle(here);
    for (int i = 0; i < claims.size(); i++) {
      claims.get(i).decidedHere(here, i);
    }
    counts.decidedHere();
    return here.granted();
  }
}
