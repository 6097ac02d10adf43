package dev.penstock.shared;

import dev.penstock.redis.OnOutage;
import dev.penstock.store.Claims;
import dev.penstock.store.LocalStore;
import java.util.ArrayList;
import java.util.List;

/** Decides on claims that Redis gives no answer to, by what their rules say for that. */
final class Fallback {
  private final LocalStore local;
  private final Counts counts;

  Fallback(LocalStore local, Counts counts) {
    this.local = local;
    this.counts = counts;
  }

  /** Charges what is counted in this JVM meanwhile, all or nothing; false if it is refused. */
  boolean settle(List<SharedClaim> claims) {
    boolean closed = false;
    List<SharedClaim> counted = new ArrayList<>(claims.size());
    for (SharedClaim claim : claims) {
      OnOutage onOutage = claim.terms().onOutage();
      if (onOutage == OnOutage.CLOSED) {
        claim.turnedAway();
        closed = true;
      } else if (onOutage == OnOutage.LOCAL) {
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

  private boolean settleHere(List<SharedClaim> claims) {
    Claims here = new Claims();
    here.clear();
    for (SharedClaim claim : claims) {
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
