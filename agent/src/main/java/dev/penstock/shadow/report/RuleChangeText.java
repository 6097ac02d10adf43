package dev.penstock.shadow.report;

import dev.penstock.shadow.RuleCounts;

/** Describes how a candidate changes a rule. */
final class RuleChangeText {
  private RuleChangeText() {}

  static String of(RuleCounts rule) {
    String before = rule.before() == null ? null : ReportFigures.plain(rule.before());
    String after = rule.after() == null ? null : ReportFigures.plain(rule.after());
    if (before == null) {
      return after == null ? "not in these files" : "new: " + after;
    }
    return after == null
        ? "removed: " + before
        : before.equals(after) ? "unchanged: " + before : before + " -> " + after;
  }
}
