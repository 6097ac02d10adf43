package dev.penstock.engine;

import dev.penstock.http.Call;
import dev.penstock.rules.LoadShedding;
import dev.penstock.rules.MatchedRules;
import dev.penstock.rules.MissingKeyPolicy;
import dev.penstock.rules.Mode;
import dev.penstock.rules.Plans;
import dev.penstock.rules.Quota;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.key.KeyContext;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.rules.match.Match;
import dev.penstock.store.Claims;
import dev.penstock.store.Store;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One rules file at work: asks its rules about a call, all or nothing. */
public final class Engine {
  /*
   * An engine never changes. A reload makes a new one over the same store, whose budgets keep what
   * was spent; a decision under way finishes with the engine it started with.
   *
   * What a decision needs on the way is kept per thread and reused. A thread makes one decision at a
   * time: whoever asked has read the answer before the call goes on to the application.
   *
   * An engine does what its rules say, all or nothing, and knows of nothing beside them: a rule in
   * shadow is not for it. What such rules would do is found out by another engine, over a store of
   * its own, so that it can change nothing here.
   */
  private final RuleSet ruleSet;
  private final Store store;
  final KeyHash secret;
  private final Set<String> budgetNames = new HashSet<>();

  /** In the order of the file. */
  final ActiveRule[] rules;

  private final boolean usesPlans;
  private final boolean hasPatience;
  private final ThreadLocal<Decision> decisions;

  public Engine(RuleSet ruleSet, Store store, KeyHash secret) {
    this.ruleSet = ruleSet;
    this.store = store;
    this.secret = secret;
    rules = new ActiveRule[ruleSet.all().size()];
    boolean plans = false;
    boolean patience = false;
    for (int i = 0; i < rules.length; i++) {
      Rule rule = ruleSet.all().get(i);
      Mode mode = ruleSet.mode().orMilder(rule.mode());
      rules[i] = new ActiveRule(i, rule, mode, ruleSet.settings().plans(), store, budgetNames);
      plans |= rules[i].dependsOnPlan();
      patience |= rules[i].mayDefer();
    }
    usesPlans = plans;
    hasPatience = patience;
    decisions = ThreadLocal.withInitial(() -> new Decision(new KeyContext(secret)));
  }

  public RuleSet ruleSet() {
    return ruleSet;
  }

  /** Where what was spent is remembered. */
  public Store store() {
    return store;
  }

  /** The names of the budgets this engine spends from. */
  public Set<String> budgetNames() {
    return budgetNames;
  }

  /** True if there is nothing to ask: no rules, or none of them enforced. */
  public boolean isIdle() {
    return ruleSet.mode() != Mode.ENFORCE
        || (ruleSet.rules().isEmpty() && ruleSet.settings().shedding() == null);
  }

  /** True if somebody has to count the calls in hand, because some are turned away by that. */
  public boolean sheds() {
    return ruleSet.settings().shedding() != null && ruleSet.mode() == Mode.ENFORCE;
  }

  /** True if somebody has to say what will handle a call. */
  public boolean asksForRoutes() {
    for (ActiveRule rule : rules) {
      if (rule.mode() == Mode.ENFORCE && rule.asksForRoute()) {
        return true;
      }
    }
    return false;
  }

  /** True if somebody has to say who is calling. */
  public boolean asksForUsers() {
    for (ActiveRule rule : rules) {
      if (rule.mode() == Mode.ENFORCE && rule.asksForUser()) {
        return true;
      }
    }
    return false;
  }

  /** Judges a call when no others are in hand. */
  public Decision decide(Call call) {
    return decide(call, /* inHand= */ 0);
  }

  /**
   * Judges a call that is one of so many in hand. Good until this thread asks again, unless it is
   * {@linkplain Decision#isOpen open}, or {@linkplain Decision#isPending pending} because the
   * thread {@linkplain Call#mayBlock must not wait} for the store: then it stays with the call.
   */
  public Decision decide(Call call, int inHand) {
    Decision decision = decisions.get();
    decision.start(Claims.NOW);
    if (!isIdle()) {
      decision.caller().start(call, ruleSet.clientAddress());
      judge(inHand, decision);
    }
    return decision;
  }

  /**
   * Judges a call that another engine has judged: as of an instant, or {@link Claims#NOW}, and
   * without finding out again what that has found out.
   */
  public Decision decideAfter(Decision other, long atMicros, Call call, int inHand) {
    Decision decision = decisions.get();
    decision.start(atMicros);
    if (!isIdle()) {
      decision.caller().startAfter(call, ruleSet.clientAddress(), other.caller());
      judge(inHand, decision);
    }
    return decision;
  }

  private void judge(int inHand, Decision decision) {
    KeyContext context = decision.caller();
    try {
      if (ruleSet.exempts(context)) {
        decision.exempt();
      } else {
        decide(context, inHand, decision);
      }
    } finally {
      context.end();
    }
    if (decision.isPending() || decision.isOpen()) {
      decisions.remove();
      decision.detach();
    }
  }

  private void decide(KeyContext context, int inHand, Decision decision) {
    LoadShedding shedding = ruleSet.settings().shedding();
    if (shedding != null && sheds() && shedding.sheds(context, inHand)) {
      decision.shed();
      return;
    }
    ruleSet.matching(context, decision.matches());
    if (decision.matches().size() == 0 && ruleSet.isPreflight(context.call())) {
      decision.exempt();
      return;
    }
    judge(context, decision);
  }

  /**
   * A decision that is the asker's own, with all claims of a call but none of them settled: {@link
   * Decision#ask} does that, as often as it takes.
   */
  public Decision prepare(Call call) {
    KeyContext context = new KeyContext(secret);
    Decision decision = new Decision(context);
    decision.detach();
    decision.start(Claims.NOW);
    if (isIdle()) {
      return decision;
    }
    context.start(call, ruleSet.clientAddress());
    try {
      if (!ruleSet.exempts(context)) {
        ruleSet.matching(context, decision.matches());
        claimAll(planOf(context), context, decision);
      }
    } finally {
      context.end();
    }
    return decision;
  }

  /** The rules that a decision was made by, in the order of the file. */
  public List<Rule> enforcedRules(Decision decision) {
    List<Rule> inForce = new ArrayList<>();
    for (int i = 0; i < decision.matches().size(); i++) {
      ActiveRule rule = rules[decision.matches().rule(i)];
      boolean claims = rule.quotas().length == 0 || decision.firstOf(rule.rule()) >= 0;
      if (rule.mode() == Mode.ENFORCE && claims) {
        inForce.add(rule.rule());
      }
    }
    return inForce;
  }

  /**
   * Judges an open call that has come further by the rules that had to wait for that. If one of
   * them refuses, what the call was charged before is given back. Pending after that if the call's
   * thread must not wait for the store.
   */
  public void resume(Decision decision, Call call) {
    resume(decision, call, Claims.NOW);
  }

  /** The same for an instant that another engine has decided at; {@link Claims#NOW} for now. */
  public void resume(Decision decision, Call call, long atMicros) {
    KeyContext context = decision.caller();
    context.start(call, ruleSet.clientAddress());
    try {
      decision.resume(atMicros);
      judge(context, decision);
    } finally {
      context.end();
    }
  }

  private String planOf(KeyContext context) {
    Plans plans = ruleSet.settings().plans();
    return usesPlans && plans != null ? plans.planOf(context) : Quota.ANY_PLAN;
  }

  private void claimAll(String plan, KeyContext context, Decision decision) {
    MatchedRules matches = decision.matches();
    for (int i = 0; i < matches.size(); i++) {
      ActiveRule rule = rules[matches.rule(i)];
      if (hasPatience && rule.mayDefer() && rule.mustDefer(context, matches.match(i))) {
        matches.defer(i);
      } else if (rule.isEnforced(context, matches.match(i))) {
        claim(rule, matches.match(i), plan, context, decision);
      }
    }
  }

  private void judge(KeyContext context, Decision decision) {
    MatchedRules matches = decision.matches();
    claimAll(planOf(context), context, decision);
    if (decision.deniedBy() != null) {
      store.rejectAll(decision.claims());
    } else if (context.call().mayBlock()) {
      store.settle(decision.claims());
      decision.claims().takePlace(store);
    } else {
      decision.ask(store);
    }
    if (hasPatience) {
      matches.keepDeferred();
      decision.open(matches.size() > 0);
    }
  }

  private static void claim(
      ActiveRule rule, Match match, String plan, KeyContext context, Decision decision) {
    Claims claims = decision.claims();
    for (ActiveQuota quota : rule.quotas()) {
      if (quota.find(context, match)) {
        long cost = quota.isReleased() ? 1 : match.cost() > 0 ? match.cost() : rule.rule().cost();
        claims.add(quota.budget(plan), context.hash().high(), context.hash().low(), cost);
        quota.letWait(claims, context.call());
        decision.claimed(quota, match, quota.canReset(context));
      } else if (quota.quota().onMissingKey() == MissingKeyPolicy.DENY) {
        decision.denied(quota);
      }
    }
  }

  /** How many keys of a rule are remembered in this JVM; those of all its quotas. */
  public long liveKeys(String rule) {
    long keys = 0;
    for (ActiveRule each : rules) {
      keys += each.rule().name().equals(rule) ? each.liveKeys() : 0;
    }
    return keys;
  }

  /** Whose budget a quota of a decision was about, for people: {@code user=42}. */
  public String describeKey(Decision decision, int at, Call call) {
    KeyContext context = decision.caller();
    context.start(call, ruleSet.clientAddress());
    try {
      return decision.describeKey(at);
    } finally {
      context.end();
    }
  }
}
