package dev.penstock.shared;

import dev.penstock.lease.Leases;
import dev.penstock.limit.Limit;
import dev.penstock.limit.Share;
import dev.penstock.limit.TokenBucket;
import dev.penstock.redis.OnOutage;
import dev.penstock.store.Budget;
import dev.penstock.store.LocalStore;
import dev.penstock.twin.Twin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The budgets of a shared store by name, and the terms they are under. */
final class SharedBudgets {
  private final SharedStore store;
  private final LocalStore local;
  private final Map<String, SharedBudget> byName = new LinkedHashMap<>();

  /**
   * @param local where this JVM's share is counted while Redis is away
   */
  SharedBudgets(SharedStore store, LocalStore local) {
    this.store = store;
    this.local = local;
  }

  /** The budget of this name, from now on under these terms. */
  synchronized SharedBudget budget(String name, Limit limit, OnOutage onOutage) {
    SharedBudget known = byName.get(name);
    if (known == null) {
      SharedBudget fresh =
          new SharedBudget(store, name, terms(name, limit, onOutage, /* before= */ null));
      byName.put(name, fresh);
      return fresh;
    }
    SharedBudget.Terms before = known.terms();
    if (!before.limit().equals(limit) || before.onOutage() != onOutage) {
      known.change(terms(name, limit, onOutage, before));
      if (before.loans() != null) {
        before.loans().end(store.localMicros());
      }
    }
    return known;
  }

  private SharedBudget.Terms terms(
      String name, Limit limit, OnOutage onOutage, SharedBudget.@Nullable Terms before) {
    Sharing sharing = store.sharing();
    Budget here = local.budget(name, Share.of(limit, sharing.instances()), onOutage);
    Twin twin = before == null ? Twin.of(limit) : Twin.of(limit).after(before.twin());
    boolean lent = sharing.isLeased() && Leases.suits(limit);
    // A bucket that lends reckons with what is out; one that does not must not find it.
    String tag = lent && limit instanceof TokenBucket ? twin.tag() + "-lent" : twin.tag();
    SharedKeys keys = new SharedKeys(sharing.prefix(), name, tag);
    SharedKeys outKeys = new SharedKeys(sharing.prefix(), name, tag + "-out");
    Loans loans = lent ? new Loans(store, twin, keys, outKeys) : null;
    CarriedOver older = before == null ? null : CarriedOver.from(before, keys, store.localMicros());
    return new SharedBudget.Terms(twin, keys, onOutage, here, loans, older);
  }

  /** Forgets all budgets but those of these names. */
  synchronized void keepOnly(Set<String> names) {
    byName.entrySet().removeIf(entry -> !names.contains(entry.getKey()) && end(entry.getValue()));
  }

  private boolean end(SharedBudget budget) {
    Loans loans = budget.terms().loans();
    if (loans != null) {
      loans.end(store.localMicros());
    }
    return true;
  }

  synchronized List<SharedBudget> all() {
    return List.copyOf(byName.values());
  }

  /** What Redis has lent, of all that it lends. */
  List<Loans> loans() {
    List<Loans> all = new ArrayList<>();
    for (SharedBudget budget : all()) {
      Loans loans = budget.terms().loans();
      if (loans != null) {
        all.add(loans);
      }
    }
    return all;
  }
}
