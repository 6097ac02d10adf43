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
  private final ActiveQuota[] quotas;

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
    quotas = new ActiveQuota[rule.quotas().size()];
    boolean late = false;
    boolean form = false;
    boolean byPlan = false;
    for (int i = 0; i < quotas.length; i++) {
      quotas[i] = new ActiveQuota(place, rule, rule.quotas().get(i), store, budgetNames);
      late |= quotas[i].key().needs(KeyRequirement.PATIENCE);
      form |= quotas[i].key().needs(KeyRequirement.FORM);
      byPlan |= quotas[i].dependsOnPlan();
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

  ActiveQuota[] quotas() {
    return quotas;
  }

  long liveKeys() {
    long keys = 0;
    for (ActiveQuota quota : quotas) {
      keys += quota.liveKeys();
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
    for (ActiveQuota quota : quotas) {
      asks |= quota.key().needs(need);
    }
    return asks;
  }

  /** True if there are calls that it cannot judge from the start. */
  boolean mayDefer() {
    return patient;
  }

  /** True if the call has to come further before it is known whose budgets it spends. */
  boolean mustDefer(KeyContext context, Match match) {
    boolean waits = plans != null && plans.from().mayChange(context);
    for (int i = 0; !waits && i < quotas.length; i++) {
      quotas[i].prepare(context, match);
      waits = quotas[i].key().mayChange(context);
    }
    if (waits && readsForm) {
      context.call().readForm();
    }
    return waits;
  }

  /** Whether it is enforced for a call; for a share of its keys, always the same ones. */
  boolean isEnforced(KeyContext context, Match match) {
    int percent = rule.enforcedPercent();
    if (mode != Mode.ENFORCE || percent == Rule.ALL) {
      return mode == Mode.ENFORCE;
    }
    quotas[0].find(context, match);
    return Long.remainderUnsigned(context.hash().high(), Rule.ALL) < percent;
  }
}
