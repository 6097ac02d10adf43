package dev.penstock.rules.config;

import dev.penstock.rules.PreflightLimit;
import dev.penstock.rules.Quota;
import dev.penstock.rules.Rule;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.MessageWords;
import java.util.HashMap;
import java.util.Map;

/** The names that the rules of a file and their limits go by; no two are the same. */
final class RuleNames {
  /*
   * That holds for both sections together. In header fields, metrics, logs and messages a name is
   * all there is to tell which rule is meant, and what was spent is kept under it: two rules of one
   * name would be taken for each other by people and spend from one budget.
   */
  private final Map<String, Section> sections = new HashMap<>();
  private final Map<String, String> rulesByQuota = new HashMap<>();

  /** The same if every candidate had taken the place of its rule. */
  private final Map<String, String> rulesByPromotedQuota = new HashMap<>();

  void check(LocatedText name, Rule rule, Section section) {
    if (rule.name().equals(PreflightLimit.NAME)) {
      name.error(
          "`preflights` is the name of the limit of CORS preflights",
          "choose another name, or set that limit with `preflights: 600/min` at the top level");
      return;
    }
    Section other = sections.putIfAbsent(rule.name(), section);
    if (other != null) {
      name.error(
          MessageWords.code(rule.name()) + " is also the name of an " + other.word() + " rule",
          "choose another name: it tells in logs and metrics which of them is meant");
      return;
    }
    for (Quota quota : rule.quotas()) {
      checkQuota(name, rule, quota.name(), rulesByQuota);
    }
    Rule candidate = rule.candidate();
    for (Quota quota : (candidate == null ? rule : candidate).quotas()) {
      checkQuota(name, rule, quota.name(), rulesByPromotedQuota);
    }
  }

  /** A rule may have the name that another one's second limit goes by. */
  private static void checkQuota(
      LocatedText name, Rule rule, String quota, Map<String, String> taken) {
    String other = taken.putIfAbsent(quota, rule.name());
    if (other != null) {
      name.error(
          MessageWords.code(quota) + " is also the name of a limit of " + MessageWords.code(other),
          "choose another name for the rule");
    }
  }
}
