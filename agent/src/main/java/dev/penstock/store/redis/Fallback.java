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
    boolean isRejected = false;
    List<RedisClaim> counted = new ArrayList<>(claims.size());
    for (RedisClaim claim : claims) {
      FailurePolicy onOutage = claim.terms().onFailure();
      if (onOutage == FailurePolicy.CLOSED) {
        claim.rejectUnavailable();
        isRejected = true;
      } else if (onOutage == FailurePolicy.LOCAL) {
        counted.add(claim);
      } else {
        claim.passUncounted();
      }
    }
    if (isRejected) {
      counts.rejectedUnavailable();
      return false;
    }
    if (counted.isEmpty()) {
      counts.passedUncounted();
      return true;
    }
    return settleLocally(counted);
  }

  private boolean settleLocally(List<RedisClaim> claims) {
    Claims shares = new Claims();
    shares.clear();
    for (RedisClaim claim : claims) {
      shares.add(claim.terms().localBudget(), claim.high(), claim.low(), claim.cost());
      shares.waitAs(claim);
    }
    local.settle(shares);
    for (int i = 0; i < claims.size(); i++) {
      claims.get(i).decidedLocally(shares, i);
    }
    counts.decidedLocally();
    return shares.granted();
  }
}
