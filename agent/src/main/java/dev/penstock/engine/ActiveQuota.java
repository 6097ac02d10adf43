package dev.penstock.engine;

import dev.penstock.http.Call;
import dev.penstock.limit.Limit;
import dev.penstock.rules.MissingKeyPolicy;
import dev.penstock.rules.Quota;
import dev.penstock.rules.Rule;
import dev.penstock.rules.key.AccountKey;
import dev.penstock.rules.key.ClientIpKey;
import dev.penstock.rules.key.FirstPresentKey;
import dev.penstock.rules.key.GlobalKey;
import dev.penstock.rules.key.KeyContext;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.rules.key.KeyRequirement;
import dev.penstock.rules.key.KeySource;
import dev.penstock.rules.match.Match;
import dev.penstock.rules.match.StatusRange;
import dev.penstock.store.Budget;
import dev.penstock.store.Claims;
import dev.penstock.store.Store;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A quota of an engine: its key, and the budgets that it charges, one per plan. */
final class ActiveQuota {
  private final int ruleIndex;
  private final Rule rule;
  private final Quota quota;
  private final KeySource key;
  private final boolean readsPathVariables;
  private final boolean readsRoute;
  private final boolean released;
  private final List<StatusRange> resetOn;
  private final boolean canNameAccount;
  private final Map<String, Budget> byPlan = new LinkedHashMap<>();
  private final Budget anyPlan;
  private final boolean dependsOnPlan;

  /** The queues of inbound requests that wait for their turn; null if they never wait. */
  private final @Nullable QuotaQueue queues;

  private volatile @Nullable QuotaPolicyField policy;

  ActiveQuota(int ruleIndex, Rule rule, Quota quota, Store store, Set<String> budgetNames) {
    this.ruleIndex = ruleIndex;
    this.rule = rule;
    this.quota = quota;
    key = quota.key().canBeAbsent() ? withFallback(quota.key(), quota.onMissingKey()) : quota.key();
    readsPathVariables = key.needs(KeyRequirement.PATH_VARIABLES);
    readsRoute = key.needs(KeyRequirement.ROUTE);
    released = quota.defaultLimit().periodMicros() == 0;
    resetOn = rule.resetOn(quota);
    canNameAccount = AccountKey.canName(key);
    for (Map.Entry<String, Limit> limit : quota.limits().entrySet()) {
      // Another key means other budgets: counts per address say nothing about a user.
      String name = budgetName(quota, limit.getKey());
      budgetNames.add(name);
      byPlan.put(limit.getKey(), store.budget(name, limit.getValue(), quota.onOutage()));
    }
    anyPlan = byPlan.values().iterator().next();
    dependsOnPlan = byPlan.size() > 1;
    String first = budgetName(quota, quota.limits().keySet().iterator().next());
    queues = rule.pacing() == null ? QuotaQueue.of(quota, first, store) : null;
  }

  private static String budgetName(Quota quota, String plan) {
    return quota.name() + " " + plan + " by " + quota.key();
  }

  /** Lets a call wait in a queue for its turn by the last claim, if the quota has one. */
  void assignQueue(Claims claims, Call call) {
    if (queues != null) {
      claims.waitIn(queues.queue(call.mayBlock()));
    }
  }

  private static KeySource withFallback(KeySource key, MissingKeyPolicy onMissingKey) {
    return switch (onMissingKey) {
      case IP -> new FirstPresentKey(List.of(key, ClientIpKey.INSTANCE));
      case SHARED -> new FirstPresentKey(List.of(key, GlobalKey.INSTANCE));
      case SKIP, DENY -> key;
    };
  }

  /** The index of its rule among the rules of the engine. */
  int ruleIndex() {
    return ruleIndex;
  }

  Rule rule() {
    return rule;
  }

  Quota quota() {
    return quota;
  }

  KeySource key() {
    return key;
  }

  /** Computes the key of a call into the context; false if the call has no such key. */
  boolean findKey(KeyContext context, Match match) {
    prepare(context, match);
    return context.find(key);
  }

  /** Provides the key with the parts of the match that it needs. */
  void prepare(KeyContext context, Match match) {
    if (readsPathVariables) {
      match.readVariables(context.call(), context.pathVariables());
    }
    if (readsRoute) {
      context.pattern(match.pattern().text());
    }
  }

  /** The text of the quota in header fields, for this limit. */
  QuotaPolicyField policy(Limit limit) {
    QuotaPolicyField known = policy;
    if (known == null || known.limit() != limit) {
      known = QuotaPolicyField.of(quota.name(), limit);
      policy = known;
    }
    return known;
  }

  /** True if charges are released at the end of the call, as with calls in flight. */
  boolean isReleased() {
    return released;
  }

  /** True if the response may change a charge. */
  boolean dependsOnResponse() {
    return released || rule.counted() != null || !resetOn.isEmpty();
  }

  /** The response statuses that clear the key. */
  List<StatusRange> resetOn() {
    return resetOn;
  }

  /**
   * True if the response to this call may clear its key. A call without an account is counted by
   * something else, such as its address, which no response clears.
   */
  boolean canReset(KeyContext context) {
    return !resetOn.isEmpty() && (!canNameAccount || AccountKey.isNamed(key, context));
  }

  /** How many keys of its budgets are stored in this JVM. */
  long liveKeys() {
    long keys = 0;
    for (Budget budget : byPlan.values()) {
      keys += budget.liveKeys();
    }
    return keys;
  }

  boolean dependsOnPlan() {
    return dependsOnPlan;
  }

  /** The budget of a plan; that of the first plan in the file if the quota does not name it. */
  Budget budget(String plan) {
    return dependsOnPlan ? byPlan.getOrDefault(plan, anyPlan) : anyPlan;
  }

  /** Adds the allowance of a key under each plan. */
  void addAllowances(List<KeyAllowance> allowances, KeyHash hash) {
    for (Map.Entry<String, Budget> plan : byPlan.entrySet()) {
      allowances.add(
          new KeyAllowance(quota, plan.getKey(), plan.getValue(), hash.high(), hash.low()));
    }
  }
}
