package dev.penstock.engine;

import dev.penstock.rules.Mode;
import dev.penstock.rules.Plans;
import dev.penstock.rules.Rule;
import dev.penstock.rules.key.KeyContext;
import dev.penstock.rules.key.KeyRequirement;
import dev.penstock.rules.match.Match;
import dev.penstock.store.Store;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One rule at work: its meters, whom it is enforced for, and whether it can judge a call yet. */
final class ActiveRule {
  private final Rule rule;
  private final Mode mode;
  private final ActiveQuota[] meters;

  /** What the caller's plan depends on, if the rule depends on the plan. */
  private final @Nullable Plans plans;

  private final boolean patient;
  private final boolean readsForm;

  ActiveRule(
      int place,
      Rule rule,
      Mode mode,
      @Nullable Plans plans,
      Store store,
      Set<String> budgetNames) {
    this.rule = rule;
    this.mode = mode;
    meters = new ActiveQuota[rule.quotas().size()];
    boolean late = false;
    boolean form = false;
    boolean byPlan = false;
    for (int i = 0; i < meters.length; i++) {
      meters[i] = new ActiveQuota(place, rule, rule.quotas().get(i), store, budgetNames);
      late |= meters[i].key().needs(KeyRequirement.PATIENCE);
      form |= meters[i].key().needs(KeyRequirement.FORM);
      byPlan |= meters[i].dependsOnPlan();
    }
    this.plans = byPlan ? plans : null;
    late |= this.plans != null && this.plans.from().needs(KeyRequirement.PATIENCE);
    patient = late && mode == Mode.ENFORCE;
    readsForm = form;
  }

  Rule rule() {
    return rule;
  }

  Mode mode() {
    return mode;
  }

  ActiveQuota[] meters() {
    return meters;
  }

  long liveKeys() {
    long keys = 0;
    for (ActiveQuota meter : meters) {
      keys += meter.liveKeys();
    }
    return keys;
  }

  boolean dependsOnPlan() {
    return plans != null;
  }

  boolean asksForRoute() {
    return asksFor(KeyRequirement.ROUTE);
  }

  boolean asksForUser() {
    return asksFor(KeyRequirement.USER);
  }

  private boolean asksFor(KeyRequirement need) {
    boolean asks = plans != null && plans.from().needs(need);
    for (ActiveQuota meter : meters) {
      asks |= meter.key().needs(need);
    }
    return asks;
  }

  /** True if there are calls that it cannot judge from the start. */
  boolean isPatient() {
    return patient;
  }

  /** True if the call has to come further before it is known whose budgets it spends. */
  boolean hasToWait(KeyContext caller, Match match) {
    boolean waits = plans != null && plans.from().mayChange(caller);
    for (int i = 0; !waits && i < meters.length; i++) {
      meters[i].prepare(caller, match);
      waits = meters[i].key().mayChange(caller);
    }
    if (waits && readsForm) {
      caller.call().readForm();
    }
    return waits;
  }

  /** Whether it is enforced for a call; for a share of its keys, always the same ones. */
  boolean isEnforced(KeyContext caller, Match match) {
    int percent = rule.enforcedPercent();
    if (mode != Mode.ENFORCE || percent == Rule.ALL) {
      return mode == Mode.ENFORCE;
    }
    meters[0].find(caller, match);
    return Long.remainderUnsigned(caller.hash().high(), Rule.ALL) < percent;
  }
}
