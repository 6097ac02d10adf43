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

/** One quota at work: its key, and the budgets that it spends from. */
final class ActiveQuota {
  private final int place;
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

  /** Where inbound calls wait for their turn; null if they never do. */
  private final @Nullable QuotaQueue queues;

  private volatile @Nullable QuotaPolicyField policy;

  ActiveQuota(int place, Rule rule, Quota quota, Store store, Set<String> budgetNames) {
    this.place = place;
    this.rule = rule;
    this.quota = quota;
    key = quota.key().canBeAbsent() ? orStandIn(quota.key(), quota.onMissingKey()) : quota.key();
    readsPathVariables = key.needs(KeyRequirement.PATH_VARIABLES);
    readsRoute = key.needs(KeyRequirement.ROUTE);
    released = quota.anyLimit().periodMicros() == 0;
    resetOn = rule.resetOn(quota);
    canNameAccount = AccountKey.canName(key);
    for (Map.Entry<String, Limit> limit : quota.limits().entrySet()) {
      // Another key means other budgets: what was spent by address says nothing about a user.
      String name = nameOf(quota, limit.getKey());
      budgetNames.add(name);
      byPlan.put(limit.getKey(), store.budget(name, limit.getValue(), quota.onOutage()));
    }
    anyPlan = byPlan.values().iterator().next();
    dependsOnPlan = byPlan.size() > 1;
    String first = nameOf(quota, quota.limits().keySet().iterator().next());
    queues = rule.pacing() == null ? QuotaQueue.of(quota, first, store) : null;
  }

  private static String nameOf(Quota quota, String plan) {
    return quota.name() + " " + plan + " by " + quota.key();
  }

  /** Lets a call wait for its turn by the last claim, if this quota holds calls. */
  void letWait(Claims claims, Call call) {
    if (queues != null) {
      claims.waitIn(queues.queue(call.mayBlock()));
    }
  }

  private static KeySource orStandIn(KeySource key, MissingKeyPolicy onMissingKey) {
    return switch (onMissingKey) {
      case IP -> new FirstPresentKey(List.of(key, ClientIpKey.INSTANCE));
      case SHARED -> new FirstPresentKey(List.of(key, GlobalKey.INSTANCE));
      case SKIP, DENY -> key;
    };
  }

  /** The place of its rule among those of the engine. */
  int place() {
    return place;
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

  /** Works out the key of a call, which then is the caller's; false if it does not carry it. */
  boolean find(KeyContext context, Match match) {
    prepare(context, match);
    return context.find(key);
  }

  /** Gives the key what it needs of the match. */
  void prepare(KeyContext context, Match match) {
    if (readsPathVariables) {
      match.readVariables(context.call(), context.pathVariables());
    }
    if (readsRoute) {
      context.pattern(match.pattern().text());
    }
  }

  /** What header fields say of the quota when it is judged by this limit. */
  QuotaPolicyField policy(Limit limit) {
    QuotaPolicyField known = policy;
    if (known == null || known.limit() != limit) {
      known = QuotaPolicyField.of(quota.name(), limit);
      policy = known;
    }
    return known;
  }

  /** True if what it spends is given back when the call has ended, as with calls in flight. */
  boolean isReleased() {
    return released;
  }

  /** True if something may have to be done with a charge when the answer is known. */
  boolean dependsOnAnswer() {
    return released || rule.counted() != null || !resetOn.isEmpty();
  }

  /** The statuses of answers that clear the key. */
  List<StatusRange> resetOn() {
    return resetOn;
  }

  /**
   * True if the answer to this call may clear its key. A call that leaves its account out is
   * counted by something else, such as its address, which no answer clears.
   */
  boolean canReset(KeyContext context) {
    return !resetOn.isEmpty() && (!canNameAccount || AccountKey.isNamed(key, context));
  }

  /** How many keys of its budgets are remembered in this JVM. */
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

  /**
   * The budgets of a plan; of the first one in the file for a plan that the quota does not name.
   */
  Budget budget(String plan) {
    return dependsOnPlan ? byPlan.getOrDefault(plan, anyPlan) : anyPlan;
  }

  /** Adds what a key may have under each plan. */
  void addTo(List<KeyAllowance> holdings, KeyHash hash) {
    for (Map.Entry<String, Budget> plan : byPlan.entrySet()) {
      holdings.add(
          new KeyAllowance(quota, plan.getKey(), plan.getValue(), hash.high(), hash.low()));
    }
  }
}
