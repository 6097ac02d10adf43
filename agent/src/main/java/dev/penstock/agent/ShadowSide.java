package dev.penstock.agent;

import dev.penstock.engine.Engine;
import dev.penstock.engine.KeyAllowance;
import dev.penstock.engine.KeyAllowances;
import dev.penstock.log.AgentLog;
import dev.penstock.outbound.Pacer;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.key.KeyTextParser;
import dev.penstock.store.CurrentStore;
import dev.penstock.store.Store;
import dev.penstock.store.Ticker;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One side in shadow: its budgets, and the pacer of its outbound calls once it has one. */
final class ShadowSide {
  private final String name;
  private final StoreSelection stores;
  private final Ticker ticker;
  private final AgentLog log;
  private @Nullable Store store;
  private @Nullable Object home;
  private @Nullable Pacer pacer;
  private final Set<String> budgets = new HashSet<>();
  private final List<Engine> engines = new ArrayList<>();
  private long mostKeys;
  private boolean paces;

  ShadowSide(String name, StoreSelection stores, Ticker ticker, AgentLog log) {
    this.name = name;
    this.stores = stores;
    this.ticker = ticker;
    this.log = log;
  }

  /** New rules follow; the budgets of none of them are forgotten. */
  void start(long newMostKeys) {
    mostKeys = newMostKeys;
    budgets.clear();
    engines.clear();
    paces = false;
    if (store != null && home == stores.home()) {
      store.rememberAtMost(mostKeys);
    } else {
      store = null;
    }
  }

  private Store store() {
    Store known = store;
    if (known == null) {
      known = stores.inShadow(name, mostKeys);
      home = stores.home();
      store = known;
    }
    return known;
  }

  Engine engine(RuleSet rules) {
    Engine engine = new Engine(rules, store(), stores.secret());
    budgets.addAll(engine.budgetNames());
    engines.add(engine);
    return engine;
  }

  void addHoldings(String rule, KeyTextParser key, List<KeyAllowance> holdings) {
    for (Engine engine : engines) {
      holdings.addAll(KeyAllowances.of(engine, rule, key));
    }
  }

  Pacer pacer(RuleSet rules) {
    Pacer pacing = pacer;
    if (pacing == null) {
      pacing = new Pacer(this::engine, new CurrentStore(this::store), ticker, log);
      pacer = pacing;
    }
    paces = true;
    pacing.install(rules);
    return pacing;
  }

  /** No more rules follow: what none of them needs is forgotten. */
  void end() {
    if (pacer != null && !paces) {
      pacer.install(RuleSet.EMPTY);
    }
    if (store != null) {
      store.keepOnly(budgets);
    }
  }

  void sweep() {
    if (store != null) {
      store.sweep();
    }
    if (pacer != null) {
      pacer.sweep();
    }
  }
}
