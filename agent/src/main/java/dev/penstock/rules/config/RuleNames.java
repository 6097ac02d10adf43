package dev.penstock.rules.config;

import dev.penstock.rules.PreflightLimit;
import dev.penstock.rules.Quota;
import dev.penstock.rules.Rule;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.MessageWords;
import java.util.HashMap;
import java.util.Map;

/** Checks that the names of all rules of a file and of their limits are unique. */
final class RuleNames {
  /*
   * Names are unique over both sections. Header fields, metrics, logs and messages identify a rule
   * by its name only, and counts are stored under it. Two rules with the same name would be
   * indistinguishable and spend from one budget.
   */
  private final Map<String, Section> sections = new HashMap<>();
  private final Map<String, String> rulesByQuota = new HashMap<>();

  /** The same with the limits of candidates in the place of those of their rules. */
  private final Map<String, String> rulesByPromotedQuota = new HashMap<>();

  void check(LocatedText name, Rule rule, Section section) {
    if (rule.name().equals(PreflightLimit.NAME)) {
      name.error(
          "`preflights` is the name of the CORS preflight limit",
          "choose another name, or set that limit with `preflights: 600/min` at the top level");
      return;
    }
    Section other = sections.putIfAbsent(rule.name(), section);
    if (other != null) {
      name.error(
          MessageWords.code(rule.name()) + " is also the name of an " + other.word() + " rule",
          "choose another name: logs and metrics identify a rule by its name");
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

  /** Reports a rule with the name of another rule's limit, such as {@code login-1}. */
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
