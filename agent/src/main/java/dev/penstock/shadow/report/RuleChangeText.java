package dev.penstock.shadow.report;

import dev.penstock.shadow.RuleCounts;

/** What becomes of a rule, in words. */
final class RuleChangeText {
  private RuleChangeText() {}

  static String of(RuleCounts rule) {
    String before = rule.before() == null ? null : ReportFigures.plain(rule.before());
    String after = rule.after() == null ? null : ReportFigures.plain(rule.after());
    if (before == null) {
      return after == null ? "not in these files" : "new: " + after;
    }
    return after == null
        ? "gone: " + before
        : before.equals(after) ? "as it is: " + before : before + " -> " + after;
  }
}
