package dev.penstock.engine;

import dev.penstock.call.Call;
import dev.penstock.key.Caller;
import dev.penstock.key.KeyHash;
import dev.penstock.rule.Match;
import dev.penstock.rule.Matches;
import dev.penstock.rule.MissingKey;
import dev.penstock.rule.Mode;
import dev.penstock.rule.Plans;
import dev.penstock.rule.Quota;
import dev.penstock.rule.Rule;
import dev.penstock.rule.RuleSet;
import dev.penstock.rule.Shedding;
import dev.penstock.store.Claims;
import dev.penstock.store.Store;
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
   * All enforced rules are settled together, all or nothing. A rule in shadow is settled alone and
   * afterwards, from budgets of its own, so that it can change nothing for the others.
   */
  private final RuleSet ruleSet;
  private final Store store;
  private final Set<String> budgetNames = new HashSet<>();

  /** The quotas of each rule, in the order of the file. */
  private final Meter[][] meters;

  private final Mode[] modes;
  private final int[] enforcedPercents;
  private final boolean usesPlans;
  private final boolean hasShadows;
  private final ThreadLocal<Decision> decisions;

  public Engine(RuleSet ruleSet, Store store, KeyHash secret) {
    this.ruleSet = ruleSet;
    this.store = store;
    List<Rule> rules = ruleSet.rules();
    meters = new Meter[rules.size()][];
    modes = new Mode[rules.size()];
    enforcedPercents = new int[rules.size()];
    boolean plans = false;
    boolean shadows = false;
    for (int i = 0; i < meters.length; i++) {
      Rule rule = rules.get(i);
      modes[i] = milder(ruleSet.mode(), rule.mode());
      enforcedPercents[i] = rule.enforcedPercent();
      shadows |= modes[i] == Mode.SHADOW || rule.enforcedPercent() < 100;
      meters[i] = new Meter[rule.quotas().size()];
      for (int quota = 0; quota < meters[i].length; quota++) {
        Quota written = rule.quotas().get(quota);
        meters[i][quota] = new Meter(rule, written, store, budgetNames);
        plans |= meters[i][quota].dependsOnPlan();
      }
    }
    usesPlans = plans;
    hasShadows = shadows;
    decisions = ThreadLocal.withInitial(() -> new Decision(new Caller(secret)));
  }

  private static Mode milder(Mode one, Mode other) {
    return one.compareTo(other) > 0 ? one : other;
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
    return ruleSet.mode() == Mode.OFF
        || (ruleSet.rules().isEmpty() && ruleSet.settings().shedding() == null);
  }

  /** True if somebody has to count the calls in hand, because some are turned away by that. */
  public boolean sheds() {
    return ruleSet.settings().shedding() != null && ruleSet.mode() == Mode.ENFORCE;
  }

  /** Judges a call when no others are in hand. */
  public Decision decide(Call call) {
    return decide(call, /* inHand= */ 0);
  }

  /** Judges a call that is one of so many in hand. Good until this thread asks again. */
  public Decision decide(Call call, int inHand) {
    Decision decision = decisions.get();
    decision.start();
    if (isIdle()) {
      return decision;
    }
    Caller caller = decision.caller();
    caller.start(call, ruleSet.clientAddress());
    try {
      if (!ruleSet.exempts(caller)) {
        decide(caller, inHand, decision);
      }
      return decision;
    } finally {
      caller.end();
    }
  }

  private void decide(Caller caller, int inHand, Decision decision) {
    Shedding shedding = ruleSet.settings().shedding();
    if (shedding != null && sheds() && shedding.sheds(caller, inHand)) {
      decision.shed();
      return;
    }
    Matches matches = decision.matches();
    ruleSet.matching(caller, matches);
    Plans plans = ruleSet.settings().plans();
    String plan = usesPlans && plans != null ? plans.planOf(caller) : Quota.ANY_PLAN;
    for (int i = 0; i < matches.size(); i++) {
      if (isEnforced(matches, i, caller)) {
        claim(matches, i, plan, caller, decision, decision.claims());
      }
    }
    store.settle(decision.claims());
    if (hasShadows) {
      decideShadows(matches, plan, caller, decision);
    }
  }

  private void decideShadows(Matches matches, String plan, Caller caller, Decision decision) {
    for (int i = 0; i < matches.size(); i++) {
      if (modes[matches.rule(i)] != Mode.OFF && !isEnforced(matches, i, caller)) {
        Claims shadow = decision.shadowClaims();
        shadow.clear();
        claim(matches, i, plan, caller, decision, shadow);
        store.settle(shadow);
        if (!shadow.granted()) {
          decision.refusedInShadow(ruleSet.rules().get(matches.rule(i)));
        }
      }
    }
  }

  /** Whether a rule is enforced for a call; for a share of its keys, always the same ones. */
  private boolean isEnforced(Matches matches, int at, Caller caller) {
    int rule = matches.rule(at);
    int percent = enforcedPercents[rule];
    if (modes[rule] != Mode.ENFORCE || percent == 100) {
      return modes[rule] == Mode.ENFORCE;
    }
    find(meters[rule][0], matches.match(at), caller);
    return Long.remainderUnsigned(caller.hash().high(), 100) < percent;
  }

  private void claim(
      Matches matches, int at, String plan, Caller caller, Decision decision, Claims claims) {
    Match match = matches.match(at);
    for (Meter meter : meters[matches.rule(at)]) {
      if (find(meter, match, caller)) {
        long cost = meter.isReleased() ? 1 : match.cost() > 0 ? match.cost() : meter.rule().cost();
        claims.add(meter.budget(plan), caller.hash().high(), caller.hash().low(), cost);
        decision.claimed(claims, meter);
      } else if (meter.quota().onMissingKey() == MissingKey.DENY) {
        decision.denied(claims, meter);
      }
    }
  }

  /** Works out a quota's key; false if the call does not carry it. */
  private static boolean find(Meter meter, Match match, Caller caller) {
    if (meter.readsPathVariables()) {
      match.pattern().matches(caller.call().path(), caller.pathVariables());
    }
    caller.route(match.pattern().toString());
    return caller.find(meter.key());
  }
}
