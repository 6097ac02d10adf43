package dev.penstock.agent.shadow;

import dev.penstock.agent.store.StoreSelection;
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

/** One side of a comparison: its own store, engines and, for outbound rules, its own pacer. */
public final class ShadowSide {
  private final String name;
  private final StoreSelection stores;
  private final Ticker ticker;
  private final AgentLog log;
  private @Nullable Store store;
  private @Nullable Object backend;
  private @Nullable Pacer pacer;
  private final Set<String> budgets = new HashSet<>();
  private final List<Engine> engines = new ArrayList<>();
  private long mostKeys;
  private boolean hasOutboundRules;

  ShadowSide(String name, StoreSelection stores, Ticker ticker, AgentLog log) {
    this.name = name;
    this.stores = stores;
    this.ticker = ticker;
    this.log = log;
  }

  /** Begins an update of the rules. Budgets of rules that are added until its end are kept. */
  void beginUpdate(long newMostKeys) {
    mostKeys = newMostKeys;
    budgets.clear();
    engines.clear();
    hasOutboundRules = false;
    if (store != null && backend == stores.backend()) {
      store.rememberAtMost(mostKeys);
    } else {
      store = null;
    }
  }

  private Store store() {
    Store open = store;
    if (open == null) {
      open = stores.inShadow(name, mostKeys);
      backend = stores.backend();
      store = open;
    }
    return open;
  }

  Engine engine(RuleSet rules) {
    Engine engine = new Engine(rules, store(), stores.secret());
    budgets.addAll(engine.budgetNames());
    engines.add(engine);
    return engine;
  }

  /** Adds the budgets of this side that a key of a rule has. */
  void addAllowances(String rule, KeyTextParser key, List<KeyAllowance> allowances) {
    for (Engine engine : engines) {
      allowances.addAll(KeyAllowances.of(engine, rule, key));
    }
  }

  Pacer pacer(RuleSet rules) {
    Pacer pacing = pacer;
    if (pacing == null) {
      pacing = new Pacer(this::engine, new CurrentStore(this::store), ticker, log);
      pacer = pacing;
    }
    hasOutboundRules = true;
    pacing.install(rules);
    return pacing;
  }

  /** Ends an update: removes the budgets that none of the added rules uses. */
  void endUpdate() {
    if (pacer != null && !hasOutboundRules) {
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
