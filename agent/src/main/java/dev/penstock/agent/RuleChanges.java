package dev.penstock.agent;

import dev.penstock.rule.Quota;
import dev.penstock.rule.Rule;
import dev.penstock.rule.RuleSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a reload has changed, in words. */
final class RuleChanges {
  private RuleChanges() {}

  static String between(RuleSet before, RuleSet after) {
    Map<String, Rule> old = byName(before);
    List<String> changes = new ArrayList<>();
    if (before.mode() != after.mode()) {
      changes.add("mode is " + after.mode().name().toLowerCase(Locale.ROOT));
    }
    for (Rule rule : after.rules()) {
      Rule was = old.remove(rule.name());
      if (was == null) {
        changes.add("added " + rule.name() + " (" + summary(rule) + ")");
      } else if (!summary(was).equals(summary(rule))) {
        changes.add("changed " + rule.name() + " (" + summary(was) + " -> " + summary(rule) + ")");
      }
    }
    for (String removed : old.keySet()) {
      changes.add("removed " + removed);
    }
    return changes.isEmpty() ? "no rule has changed" : String.join(", ", changes);
  }

  private static Map<String, Rule> byName(RuleSet ruleSet) {
    Map<String, Rule> rules = new LinkedHashMap<>();
    for (Rule rule : ruleSet.rules()) {
      rules.put(rule.name(), rule);
    }
    return rules;
  }

  private static String summary(Rule rule) {
    StringBuilder quotas = new StringBuilder();
    for (Quota quota : rule.quotas()) {
      quotas.append(quotas.length() == 0 ? "" : " and ").append(quota);
    }
    return quotas + " on " + rule.matches();
  }
}
