package dev.penstock.rules.config;

import dev.penstock.limit.Limit;
import dev.penstock.rules.config.text.Alphabet;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.value.OutboundKeys;
import dev.penstock.rules.key.KeySource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The plans of a file: the default plan, and the plans that rules have rates for. */
public final class PlanNames {
  private final boolean declared;
  private final @Nullable LocatedText defaultPlan;
  private final @Nullable KeySource from;

  /** The first mention of each plan in a rate. */
  private final Map<String, LocatedText> withRates = new LinkedHashMap<>();

  /** All rates by plan, with the plans that each of them names. */
  private final Map<LocatedValue, Set<String>> rates = new LinkedHashMap<>();

  /** {@code declared} is true if the file has {@code plans}, even invalid ones. */
  PlanNames(boolean declared, @Nullable LocatedText defaultPlan, @Nullable KeySource from) {
    this.declared = declared;
    this.defaultPlan = defaultPlan;
    this.from = from;
  }

  public static void check(LocatedText name) {
    if (!Alphabet.RULE_NAME.spells(name.value())) {
      name.error(
          MessageWords.code(name) + " is not a valid plan name",
          "use letters, digits, `-`, `_` and `.`");
    }
  }

  /**
   * Reports rates by plan in outbound rules if outbound calls lack the key that selects the plan.
   */
  public void checkOutbound(LocatedValue rate) {
    KeySource unavailable = from == null ? null : OutboundKeys.firstUnavailable(from);
    if (unavailable != null) {
      rate.error(
          "`plans` selects a plan by "
              + MessageWords.code(unavailable.toString())
              + ", which outbound calls do not have",
          "write one rate for all plans, or select plans by a header that outbound calls carry"
              + " too");
    }
  }

  /** Records that a rule has a rate for a plan. */
  public void note(LocatedText plan) {
    withRates.putIfAbsent(plan.value(), plan);
  }

  /** Puts the default plan first, which applies to all plans that a rate does not name. */
  public Map<String, Limit> defaultFirst(
      LocatedValue rate, Map<String, Limit> byPlan, int written) {
    if (!declared) {
      rate.error(
          "this is a rate by plan, but the file has no `plans`",
          "add `plans: { from: header.X-API-Key, table: plans.csv, default: free }` at the top"
              + " level");
      return Map.of();
    }
    if (defaultPlan == null || byPlan.size() < written) {
      return Map.of();
    }
    rates.put(rate, Set.copyOf(byPlan.keySet()));
    Limit ofDefault = byPlan.get(defaultPlan.value());
    if (ofDefault == null) {
      rate.error(
          "the default plan " + MessageWords.code(defaultPlan) + " has no rate here",
          "add " + MessageWords.code(defaultPlan.shown() + ": 100/min"));
      return Map.of();
    }
    Map<String, Limit> ordered = new LinkedHashMap<>();
    ordered.put(defaultPlan.value(), ofDefault);
    ordered.putAll(byPlan);
    return ordered;
  }

  /** The plans that rules have rates for. */
  List<String> withRates() {
    return new ArrayList<>(withRates.keySet());
  }

  /** Warns of rates without a plan that other rates have. */
  void warnOfLeftOut() {
    for (Map.Entry<LocatedValue, Set<String>> rate : rates.entrySet()) {
      for (String plan : withRates.keySet()) {
        if (defaultPlan != null && !rate.getValue().contains(plan)) {
          rate.getKey()
              .warning(
                  "the plan " + MessageWords.code(plan) + " has no rate here",
                  "it gets the rate of the default plan; add "
                      + MessageWords.code(plan + ": 100/min")
                      + " for another rate");
        }
      }
    }
  }

  /** Warns of plans that have a rate but no line in the table. */
  void warnOfUnused(LocatedText table, Collection<String> inTable) {
    for (LocatedText plan : withRates.values()) {
      boolean isDefault = defaultPlan != null && plan.value().equals(defaultPlan.value());
      if (!isDefault && !inTable.isEmpty() && !inTable.contains(plan.value())) {
        plan.warning(
            "no line of " + MessageWords.code(table) + " has the plan " + MessageWords.code(plan),
            "add a line such as "
                + MessageWords.code("k-123," + plan.shown())
                + ", or remove the rate");
      }
    }
  }
}
