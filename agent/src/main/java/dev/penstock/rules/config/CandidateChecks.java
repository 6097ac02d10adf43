package dev.penstock.rules.config;

import dev.penstock.rules.Mode;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.Problem;
import dev.penstock.rules.config.text.Severity;
import java.util.ArrayList;
import java.util.List;

/** Checks the shadow settings of rules whose file is compared with a candidate file. */
final class CandidateChecks {
  private CandidateChecks() {}

  /** Warns of rules in shadow mode, which are not evaluated while the file has a candidate. */
  static List<Problem> warnings(RuleSets rules, String rulesFile, String candidate) {
    List<Problem> warnings = new ArrayList<>();
    for (Rule rule : all(rules)) {
      if (rule.isInShadow() && rule.mode() != Mode.OFF) {
        warnings.add(
            Problem.ofFile(
                rulesFile,
                Severity.WARNING,
                "the shadow settings of the rule "
                    + MessageWords.code(rule.name())
                    + " are not evaluated",
                "only one candidate can be compared at a time: to compare the rule, enforce it in "
                    + MessageWords.code(candidate)));
      }
    }
    return warnings;
  }

  /**
   * Reports rules with a {@code shadow} block as errors of the candidate, not of the rules: an
   * agent option must not change which rules are active.
   */
  static List<Problem> errors(RuleSets rules, String candidate) {
    for (Rule rule : all(rules)) {
      if (rule.candidate() != null) {
        return List.of(
            Problem.ofFile(
                candidate,
                Severity.ERROR,
                "the active rule " + MessageWords.code(rule.name()) + " already has a candidate",
                "only one candidate can be compared at a time: remove its `shadow` block, or the"
                    + " agent option"));
      }
    }
    return List.of();
  }

  private static List<Rule> all(RuleSets rules) {
    List<Rule> all = new ArrayList<>(rules.inbound().rules());
    all.addAll(rules.outbound().rules());
    return all;
  }
}
