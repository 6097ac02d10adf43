package dev.penstock.store.redis;

import dev.penstock.limit.InstanceShare;
import dev.penstock.limit.Limit;
import dev.penstock.limit.TokenBucket;
import dev.penstock.store.Budget;
import dev.penstock.store.local.LocalStore;
import dev.penstock.store.redis.client.FailurePolicy;
import dev.penstock.store.redis.lease.Leases;
import dev.penstock.store.redis.script.ScriptedLimit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The budgets of a Redis store by name. */
final class RedisBudgets {
  private final RedisStore store;
  private final LocalStore local;
  private final Map<String, RedisBudget> byName = new LinkedHashMap<>();

  /**
   * @param local counts this JVM's share while Redis is unavailable
   */
  RedisBudgets(RedisStore store, LocalStore local) {
    this.store = store;
    this.local = local;
  }

  /** Returns the budget with this name, which uses this limit from now on. */
  synchronized RedisBudget budget(String name, Limit limit, FailurePolicy onOutage) {
    RedisBudget known = byName.get(name);
    if (known == null) {
      RedisBudget fresh =
          new RedisBudget(store, name, terms(name, limit, onOutage, /* before= */ null));
      byName.put(name, fresh);
      return fresh;
    }
    RedisBudget.Terms before = known.terms();
    if (!before.limit().equals(limit) || before.onFailure() != onOutage) {
      known.apply(terms(name, limit, onOutage, before));
      if (before.loans() != null) {
        before.loans().returnAll(store.localMicros());
      }
    }
    return known;
  }

  private RedisBudget.Terms terms(
      String name, Limit limit, FailurePolicy onOutage, RedisBudget.@Nullable Terms before) {
    SharingSettings sharing = store.sharing();
    Budget localBudget = local.budget(name, InstanceShare.of(limit, sharing.instances()), onOutage);
    ScriptedLimit scripted = scripted(limit, before);
    boolean lent = sharing.isLeased() && Leases.canLend(limit);
    // A bucket that lends units stores more than one that does not, so the two need different keys.
    String tag = lent && limit instanceof TokenBucket ? scripted.tag() + "-lent" : scripted.tag();
    RedisKeyNames keys = new RedisKeyNames(sharing.prefix(), name, tag);
    RedisKeyNames outKeys = new RedisKeyNames(sharing.prefix(), name, tag + "-out");
    RedisLoans loans = lent ? new RedisLoans(store, scripted, keys, outKeys) : null;
    CarriedOverBudget older =
        before == null ? null : CarriedOverBudget.from(before, keys, store.localMicros());
    return new RedisBudget.Terms(scripted, keys, onOutage, localBudget, loans, older);
  }

  /**
   * The limit as a script. A key can still have a debt from an earlier bucket, even if another
   * algorithm was used in between, so the script has to know the largest possible debt.
   */
  private static ScriptedLimit scripted(Limit limit, RedisBudget.@Nullable Terms before) {
    ScriptedLimit scripted = ScriptedLimit.of(limit);
    if (before == null) {
      return scripted;
    }
    scripted = scripted.replacing(before.scripted());
    CarriedOverBudget earlier = before.carriedOver();
    if (earlier != null) {
      for (CarriedOverBudget.Former former : earlier.earlierLimits()) {
        scripted = scripted.replacing(former.scripted());
      }
    }
    return scripted;
  }

  /** Forgets all budgets except those with these names. */
  synchronized void keepOnly(Set<String> names) {
    byName.entrySet().removeIf(entry -> !names.contains(entry.getKey()) && end(entry.getValue()));
  }

  private boolean end(RedisBudget budget) {
    RedisLoans loans = budget.terms().loans();
    if (loans != null) {
      loans.returnAll(store.localMicros());
    }
    return true;
  }

  synchronized List<RedisBudget> all() {
    return List.copyOf(byName.values());
  }

  /** The loans of all budgets that lend units. */
  List<RedisLoans> loans() {
    List<RedisLoans> all = new ArrayList<>();
    for (RedisBudget budget : all()) {
      RedisLoans loans = budget.terms().loans();
      if (loans != null) {
        all.add(loans);
      }
    }
    return all;
  }
}
