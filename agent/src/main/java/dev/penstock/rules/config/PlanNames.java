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

/** The plans of a file: which is the default, and which of them some rule has a rate for. */
public final class PlanNames {
  private final boolean declared;
  private final @Nullable LocatedText defaultPlan;
  private final @Nullable KeySource from;

  /** Where a plan is named first. */
  private final Map<String, LocatedText> withRates = new LinkedHashMap<>();

  /** All rates by plan, and the plans that each of them names. */
  private final Map<LocatedValue, Set<String>> rates = new LinkedHashMap<>();

  /** Plans are {@code declared} if the file says who has which, even if it says so badly. */
  PlanNames(boolean declared, @Nullable LocatedText defaultPlan, @Nullable KeySource from) {
    this.declared = declared;
    this.defaultPlan = defaultPlan;
    this.from = from;
  }

  public static void check(LocatedText name) {
    if (!Alphabet.RULE_NAME.spells(name.value())) {
      name.error(
          MessageWords.code(name) + " cannot be the name of a plan",
          "a name has letters, digits, `-`, `_` and `.`");
    }
  }

  /** Refuses rates by plan for outbound calls that never have what tells the plan. */
  public void checkOutbound(LocatedValue rate) {
    KeySource foreign = from == null ? null : OutboundKeys.foreign(from);
    if (foreign != null) {
      rate.error(
          "`plans` tells a plan by "
              + MessageWords.code(foreign.toString())
              + ", which outbound calls do not have",
          "write one rate for all, or tell plans by a header that these calls carry too");
    }
  }

  /** Notes that a rule has a rate for a plan. */
  public void note(LocatedText plan) {
    withRates.putIfAbsent(plan.value(), plan);
  }

  /** Puts the default plan first: it is the one for all plans that a rate does not name. */
  public Map<String, Limit> defaultFirst(
      LocatedValue rate, Map<String, Limit> byPlan, int written) {
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
          "the default plan " + MessageWords.code(defaultPlan) + " has no rate here",
          "add " + MessageWords.code(defaultPlan.shown() + ": 100/min"));
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
    for (Map.Entry<LocatedValue, Set<String>> rate : rates.entrySet()) {
      for (String plan : withRates.keySet()) {
        if (defaultPlan != null && !rate.getValue().contains(plan)) {
          rate.getKey()
              .warning(
                  "the plan " + MessageWords.code(plan) + " has no rate here",
                  "it gets the rate of the default plan; add "
                      + MessageWords.code(plan + ": 100/min")
                      + " if that is not meant");
        }
      }
    }
  }

  /** Warns of plans that have a rate, but no line in the table. */
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
