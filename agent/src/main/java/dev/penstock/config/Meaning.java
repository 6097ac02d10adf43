package dev.penstock.config;

import dev.penstock.rule.Quota;
import dev.penstock.rule.Rule;

/** What a rule does, whatever it is called and however it is written. */
final class Meaning {
  private Meaning() {}

  /** Two rules do the same if and only if these are the same. */
  static String of(Rule rule) {
    StringBuilder meaning = new StringBuilder();
    for (Quota quota : rule.quotas()) {
      meaning.append(quota.key()).append(quota.onMissingKey()).append(quota.limits());
    }
    meaning.append(rule.matches()).append(rule.cost()).append(rule.mode());
    meaning.append(rule.enforcedPercent()).append(rule.counted()).append(rule.pacing());
    Rule candidate = rule.candidate();
    return candidate == null ? meaning.toString() : meaning + " or " + of(candidate);
  }
}
