package dev.penstock.config;

import dev.penstock.key.KeySource;
import dev.penstock.limit.Limit;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The plans of a file: which is the default, and which of them some rule has a rate for. */
final class PlanNames {
  private final boolean declared;
  private final @Nullable String defaultPlan;
  private final @Nullable KeySource from;
  private final Set<String> withRates = new HashSet<>();

  /** Plans are {@code declared} if the file says who has which, even if it says so badly. */
  PlanNames(boolean declared, @Nullable String defaultPlan, @Nullable KeySource from) {
    this.declared = declared;
    this.defaultPlan = defaultPlan;
    this.from = from;
  }

  static void check(Text name) {
    if (!Alphabet.RULE_NAME.spells(name.value())) {
      name.error(
          Words.code(name.value()) + " cannot be the name of a plan",
          "a name has letters, digits, `-`, `_` and `.`");
    }
  }

  /** Refuses rates by plan for outbound calls that never have what tells the plan. */
  void checkOutbound(Value rate) {
    String foreign = from == null ? null : OutboundKeys.foreign(from);
    if (foreign != null) {
      rate.error(
          "`plans` tells a plan by " + Words.code(foreign) + ", which outbound calls do not have",
          "write one rate for all, or tell plans by a header that these calls carry too");
    }
  }

  /** Puts the default plan first: it is the one for all plans that a rate does not name. */
  Map<String, Limit> defaultFirst(Value rate, Map<String, Limit> byPlan, int written) {
    withRates.addAll(byPlan.keySet());
    if (!declared) {
      rate.error(
          "nothing says who has which plan",
          "add `plans: { from: header.X-API-Key, table: plans.csv, default: free }` at the top");
      return Map.of();
    }
    if (defaultPlan == null || byPlan.size() < written) {
      return Map.of();
    }
    Limit ofDefault = byPlan.get(defaultPlan);
    if (ofDefault == null) {
      rate.error(
          "the default plan " + Words.code(defaultPlan) + " has no rate here",
          "add " + Words.code(defaultPlan + ": 100/min"));
      return Map.of();
    }
    Map<String, Limit> ordered = new LinkedHashMap<>();
    ordered.put(defaultPlan, ofDefault);
    ordered.putAll(byPlan);
    return ordered;
  }

  /** The plans that some rule has a rate for. */
  Set<String> withRates() {
    return withRates;
  }
}
