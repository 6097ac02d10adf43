package dev.penstock.engine;

import dev.penstock.rules.MatchedRules;
import dev.penstock.rules.MissingKeyPolicy;
import dev.penstock.rules.Plans;
import dev.penstock.rules.Quota;
import dev.penstock.rules.key.KeyContext;
import dev.penstock.rules.match.Match;
import dev.penstock.store.Claims;
import org.jspecify.annotations.Nullable;

/** Collects the claims of a request: one for each quota of each rule that applies to it. */
final class ClaimCollector {
  private final ActiveRule[] rules;

  /** Null if no rule depends on the plan of the client. */
  private final @Nullable Plans plans;

  private final boolean mayDefer;

  ClaimCollector(ActiveRule[] rules, @Nullable Plans plans) {
    this.rules = rules;
    boolean needsPlan = false;
    boolean defers = false;
    for (ActiveRule rule : rules) {
      needsPlan |= rule.dependsOnPlan();
      defers |= rule.mayDefer();
    }
    this.plans = needsPlan ? plans : null;
    mayDefer = defers;
  }

  /** True if there are rules that cannot decide about some requests at their first hook. */
  boolean mayDefer() {
    return mayDefer;
  }

  /**
   * Adds the claims of all matching rules to a decision. A rule whose key is not known yet is
   * deferred to a later hook of the request.
   */
  void collect(Decision decision) {
    KeyContext context = decision.context();
    String plan = plans == null ? Quota.ANY_PLAN : plans.planOf(context);
    MatchedRules matches = decision.matches();
    for (int i = 0; i < matches.size(); i++) {
      ActiveRule rule = rules[matches.rule(i)];
      Match match = matches.match(i);
      if (mayDefer && rule.mayDefer() && rule.mustDefer(context, match)) {
        matches.defer(i);
      } else if (rule.isEnforced(context, match)) {
        claim(rule, match, plan, decision);
      }
    }
  }

  private static void claim(ActiveRule rule, Match match, String plan, Decision decision) {
    KeyContext context = decision.context();
    Claims claims = decision.claims();
    for (ActiveQuota quota : rule.quotas()) {
      if (quota.findKey(context, match)) {
        long cost = quota.isReleased() ? 1 : match.cost() > 0 ? match.cost() : rule.rule().cost();
        claims.add(quota.budget(plan), context.hash().high(), context.hash().low(), cost);
        quota.assignQueue(claims, context.call());
        boolean canReset = quota.canReset(context);
        decision.claimedQuotas().set(claims.size() - 1, quota, match, canReset);
      } else if (quota.quota().onMissingKey() == MissingKeyPolicy.DENY) {
        decision.denied(quota);
      }
    }
  }
}
