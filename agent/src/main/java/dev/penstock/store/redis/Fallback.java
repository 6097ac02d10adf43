package dev.penstock.store.redis;

import dev.penstock.store.Claims;
import dev.penstock.store.local.LocalStore;
import dev.penstock.store.redis.client.FailurePolicy;
import java.util.ArrayList;
import java.util.List;

/** Decides on claims that Redis gives no answer to, by what their rules say for that. */
final class Fallback {
  private final LocalStore local;
  private final DecisionSourceCounts counts;

  Fallback(LocalStore local, DecisionSourceCounts counts) {
    this.local = local;
    this.counts = counts;
  }

  /** Charges what is counted in this JVM meanwhile, all or nothing; false if it is refused. */
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
