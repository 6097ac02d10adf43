package dev.penstock.config;

import dev.penstock.key.KeySource;
import dev.penstock.limit.Limit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The plans of a file: which is the default, and which of them some rule has a rate for. */
final class PlanNames {
  private final boolean declared;
  private final @Nullable Text defaultPlan;
  private final @Nullable KeySource from;

  /** Where a plan is named first. */
  private final Map<String, Text> withRates = new LinkedHashMap<>();

  /** All rates by plan, and the plans that each of them names. */
  private final Map<Value, Set<String>> rates = new LinkedHashMap<>();

  /** Plans are {@code declared} if the file says who has which, even if it says so badly. */
  PlanNames(boolean declared, @Nullable Text defaultPlan, @Nullable KeySource from) {
    this.declared = declared;
    this.defaultPlan = defaultPlan;
    this.from = from;
  }

  static void check(Text name) {
    if (!Alphabet.RULE_NAME.spells(name.value())) {
      name.error(
          Words.code(name) + " cannot be the name of a plan",
          "a name has letters, digits, `-`, `_` and `.`");
    }
  }

  /** Refuses rates by plan for outbound calls that never have what tells the plan. */
  void checkOutbound(Value rate) {
    KeySource foreign = from == null ? null : OutboundKeys.foreign(from);
    if (foreign != null) {
      rate.error(
          "`plans` tells a plan by "
              + Words.code(foreign.toString())
              + ", which outbound calls do not have",
          "write one rate for all, or tell plans by a header that these calls carry too");
    }
  }

  /** Notes that a rule has a rate for a plan. */
  void note(Text plan) {
    withRates.putIfAbsent(plan.value(), plan);
  }

  /** Puts the default plan first: it is the one for all plans that a rate does not name. */
  Map<String, Limit> defaultFirst(Value rate, Map<String, Limit> byPlan, int written) {
    if (!declared) {
      rate.error(
          "nothing says who has which plan",
          "add `plans: { from: header.X-API-Key, table: plans.csv, default: free }` at the top");
      return Map.of();
    }
    if (defaultPlan == null || byPlan.size() < written) {
      return Map.of();
    }
    rates.put(rate, Set.copyOf(byPlan.keySet()));
    Limit ofDefault = byPlan.get(defaultPlan.value());
    if (ofDefault == null) {
      rate.error(
          "the default plan " + Words.code(defaultPlan) + " has no rate here",
          "add " + Words.code(defaultPlan.shown() + ": 100/min"));
      return Map.of();
    }
    Map<String, Limit> ordered = new LinkedHashMap<>();
    ordered.put(defaultPlan.value(), ofDefault);
    ordered.putAll(byPlan);
    return ordered;
  }

  /** The plans that some rule has a rate for. */
  List<String> withRates() {
    return new ArrayList<>(withRates.keySet());
  }

  /** Warns of rates that lack a plan which other rates have. */
  void warnOfLeftOut() {
    for (Map.Entry<Value, Set<String>> rate : rates.entrySet()) {
      for (String plan : withRates.keySet()) {
        if (defaultPlan != null && !rate.getValue().contains(plan)) {
          rate.getKey()
              .warning(
                  "the plan " + Words.code(plan) + " has no rate here",
                  "it gets the rate of the default plan; add "
                      + Words.code(plan + ": 100/min")
                      + " if that is not meant");
        }
      }
    }
  }

  /** Warns of plans that have a rate, but no line in the table. */
  void warnOfUnused(Text table, Collection<String> inTable) {
    for (Text plan : withRates.values()) {
      boolean isDefault = defaultPlan != null && plan.value().equals(defaultPlan.value());
      if (!isDefault && !inTable.isEmpty() && !inTable.contains(plan.value())) {
        plan.warning(
            "no line of " + Words.code(table) + " has the plan " + Words.code(plan),
            "add a line such as " + Words.code("k-123," + plan.shown()) + ", or remove the rate");
      }
    }
  }
}
