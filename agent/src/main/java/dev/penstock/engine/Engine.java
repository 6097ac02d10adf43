package dev.penstock.engine;

import dev.penstock.call.Call;
import dev.penstock.key.Caller;
import dev.penstock.key.KeyHash;
import dev.penstock.key.KeySource;
import dev.penstock.rule.Matches;
import dev.penstock.rule.Mode;
import dev.penstock.rule.Rule;
import dev.penstock.rule.RuleSet;
import dev.penstock.store.Budget;
import dev.penstock.store.Store;
import java.util.HashSet;
import java.util.Set;

/** One rules file at work: asks its rules about a call, all or nothing. */
public final class Engine {
  /*
   * An engine never changes. A reload makes a new one over the same store, whose budgets keep what
   * was spent; a decision under way finishes with the engine it started with.
   *
   * What a decision needs on the way is kept per thread and reused. A thread makes one decision at a
   * time: whoever asked has read the answer before the call goes on to the application.
   */
  private final RuleSet ruleSet;
  private final Store store;
  private final Set<String> budgetNames = new HashSet<>();

  /** What a decision needs of each rule, in the order of the file. */
  private final KeySource[] keys;

  private final boolean[] readsPathVariables;
  private final Budget[] budgets;
  private final ThreadLocal<Decision> decisions;

  public Engine(RuleSet ruleSet, Store store, KeyHash secret) {
    this.ruleSet = ruleSet;
    this.store = store;
    int size = ruleSet.rules().size();
    keys = new KeySource[size];
    readsPathVariables = new boolean[size];
    budgets = new Budget[size];
    for (int i = 0; i < size; i++) {
      Rule rule = ruleSet.rules().get(i);
      // Another key means other budgets: what was spent by address says nothing about a user.
      String name = rule.name() + " by " + rule.key();
      budgetNames.add(name);
      keys[i] = rule.key();
      readsPathVariables[i] = rule.key().readsPathVariables();
      budgets[i] = store.budget(name, rule.limit());
    }
    decisions = ThreadLocal.withInitial(() -> new Decision(ruleSet, new Caller(secret)));
  }

  public RuleSet ruleSet() {
    return ruleSet;
  }

  /** The names of the budgets this engine spends from. */
  public Set<String> budgetNames() {
    return budgetNames;
  }

  /** True if there is nothing to ask: no rules, or all of them switched off. */
  public boolean isIdle() {
    return ruleSet.mode() == Mode.OFF || ruleSet.rules().isEmpty();
  }

  /** Judges a call. The answer is good until this thread asks again. */
  public Decision decide(Call call) {
    Decision decision = decisions.get();
    decision.claims().clear();
    decision.matches().clear();
    if (isIdle()) {
      return decision;
    }
    Caller caller = decision.caller();
    caller.start(call, ruleSet.clientAddress());
    try {
      if (!ruleSet.exempts(caller)) {
        claim(caller, decision);
        store.settle(decision.claims());
      }
      return decision;
    } finally {
      caller.end();
    }
  }

  private void claim(Caller caller, Decision decision) {
    Matches matches = decision.matches();
    ruleSet.matching(caller, matches);
    for (int i = 0; i < matches.size(); i++) {
      int rule = matches.rule(i);
      if (readsPathVariables[rule]) {
        matches.match(i).pattern().matches(caller.call().path(), caller.pathVariables());
      }
      KeyHash key = caller.hashOf(keys[rule]);
      decision.claims().add(budgets[rule], key.high(), key.low(), /* units= */ 1);
    }
  }
}
