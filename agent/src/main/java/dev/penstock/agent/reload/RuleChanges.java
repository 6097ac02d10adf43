package dev.penstock.agent.reload;

import dev.penstock.rules.FileSettings;
import dev.penstock.rules.Plans;
import dev.penstock.rules.PreflightLimit;
import dev.penstock.rules.Quota;
import dev.penstock.rules.RedisSettings;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.RuleSets.Candidate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Describes what a reload has changed, for the log. */
public final class RuleChanges {
  private static final String NONE = "no rule has changed";

  private RuleChanges() {}

  static String between(RuleSets before, RuleSets after) {
    Map<String, Rule> old = byName(before);
    List<String> changes = new ArrayList<>();
    if (before.mode() != after.mode()) {
      changes.add("mode is " + after.mode().word());
    }
    for (Rule rule : byName(after).values()) {
      Rule was = old.remove(rule.name());
      if (was == null) {
        changes.add("added " + rule.name() + " (" + summary(rule) + ")");
      } else if (!summary(was).equals(summary(rule))) {
        changes.add("changed " + rule.name() + " (" + summary(was) + " -> " + summary(rule) + ")");
      } else if (!details(was).equals(details(rule))) {
        changes.add("changed " + rule.name());
      }
    }
    for (String removed : old.keySet()) {
      changes.add("removed " + removed);
    }
    addCandidates(before.candidate(), after.candidate(), changes);
    StoreChanges.add(redis(before), redis(after), changes);
    if (!settings(before).equals(settings(after))) {
      changes.add("changed settings");
    }
    return changes.isEmpty() ? NONE : String.join(", ", changes);
  }

  private static void addCandidates(
      @Nullable Candidate before, @Nullable Candidate after, List<String> changes) {
    if (before != null && after != null && before.name().equals(after.name())) {
      String inside = between(before.rules(), after.rules());
      if (!inside.equals(NONE)) {
        changes.add("candidate " + after.name() + " changed (" + inside + ")");
      }
      return;
    }
    if (before != null) {
      changes.add("candidate " + before.name() + " removed");
    }
    if (after != null) {
      changes.add("candidate " + after.name() + " added");
    }
  }

  /** Names of rules are unique over both sections. */
  private static Map<String, Rule> byName(RuleSets ruleSets) {
    Map<String, Rule> rules = new LinkedHashMap<>();
    for (Rule rule : ruleSets.inbound().rules()) {
      rules.put(rule.name(), rule);
    }
    for (Rule rule : ruleSets.outbound().rules()) {
      rules.put(rule.name(), rule);
    }
    return rules;
  }

  private static String summary(Rule rule) {
    return limits(rule) + " on " + rule.matches();
  }

  /** Describes the limits of a rule. */
  public static String limits(Rule rule) {
    StringBuilder quotas = new StringBuilder();
    for (Quota quota : rule.quotas()) {
      quotas.append(quotas.length() == 0 ? "" : " and ").append(quota);
    }
    return rule.quotas().isEmpty() ? "learning" : quotas.toString();
  }

  /** Returns all other properties of a rule, to detect changes that the summary does not show. */
  private static String details(Rule rule) {
    StringBuilder details = new StringBuilder(rule.meaning()).append(rule.answer());
    for (Quota quota : rule.quotas()) {
      details.append(quota.algorithm());
    }
    Rule candidate = rule.candidate();
    return candidate == null ? details.toString() : details + " or " + details(candidate);
  }

  private static @Nullable RedisSettings redis(RuleSets ruleSets) {
    return ruleSets.inbound().settings().store().redis();
  }

  /** True if preflights have no limit; a limit for them in the file is a rule like any other. */
  private static boolean hasUnlimitedPreflights(RuleSet inbound) {
    return !inbound.rules().isEmpty()
        && inbound.settings().defaultPreflights() == null
        && inbound.rules().stream().noneMatch(rule -> rule.name().equals(PreflightLimit.NAME));
  }

  /**
   * Returns the settings of a file apart from rules, mode and Redis. Outbound rules use some of the
   * same settings.
   */
  private static List<Object> settings(RuleSets ruleSets) {
    FileSettings settings = ruleSets.inbound().settings();
    Plans plans = settings.plans();
    return List.of(
        settings.exemption().toString(),
        settings.clientAddress().toString(),
        plans == null ? "" : plans.from() + " or " + plans.defaultPlan(),
        plans == null || plans.table() == null ? Map.of() : plans.table(),
        String.valueOf(settings.shedding()),
        settings.mostKeys(),
        settings.shadowing(),
        settings.visibility(),
        hasUnlimitedPreflights(ruleSets.inbound()));
  }
}
