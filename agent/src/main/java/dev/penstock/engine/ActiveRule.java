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

/** A rule of an engine: its quotas, and for which calls and at which hook it decides. */
final class ActiveRule {
  private final Rule rule;
  private final Mode mode;
  private final ActiveQuota[] quotas;

  /** Finds the plan of a client; null if the rule does not depend on plans. */
  private final @Nullable Plans plans;

  private final boolean mayDefer;
  private final boolean readsForm;

  ActiveRule(
      int index,
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
      quotas[i] = new ActiveQuota(index, rule, rule.quotas().get(i), store, budgetNames);
      late |= quotas[i].key().needs(KeyRequirement.PATIENCE);
      form |= quotas[i].key().needs(KeyRequirement.FORM);
      byPlan |= quotas[i].dependsOnPlan();
    }
    this.plans = byPlan ? plans : null;
    late |= this.plans != null && this.plans.from().needs(KeyRequirement.PATIENCE);
    mayDefer = late && mode == Mode.ENFORCE;
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

  boolean needsRoute() {
    return needs(KeyRequirement.ROUTE);
  }

  boolean needsUser() {
    return needs(KeyRequirement.USER);
  }

  private boolean needs(KeyRequirement requirement) {
    boolean needed = plans != null && plans.from().needs(requirement);
    for (ActiveQuota quota : quotas) {
      needed |= quota.key().needs(requirement);
    }
    return needed;
  }

  /** True if there are calls that it cannot decide about at their first hook. */
  boolean mayDefer() {
    return mayDefer;
  }

  /** True if the key or the plan of this call is known only at a later hook. */
  boolean mustDefer(KeyContext context, Match match) {
    boolean unknown = plans != null && plans.from().mayChange(context);
    for (int i = 0; !unknown && i < quotas.length; i++) {
      quotas[i].prepare(context, match);
      unknown = quotas[i].key().mayChange(context);
    }
    if (unknown && readsForm) {
      context.call().readForm();
    }
    return unknown;
  }

  /** True if it is enforced for a call. A share of the keys is always the same keys. */
  boolean isEnforced(KeyContext context, Match match) {
    int percent = rule.enforcedPercent();
    if (mode != Mode.ENFORCE || percent == Rule.ALL) {
      return mode == Mode.ENFORCE;
    }
    quotas[0].findKey(context, match);
    return Long.remainderUnsigned(context.hash().high(), Rule.ALL) < percent;
  }
}
