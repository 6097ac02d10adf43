package dev.penstock.agent.reload;

import dev.penstock.rules.Mode;
import dev.penstock.rules.RuleSets;
import dev.penstock.shadow.CandidateTrial;

/** Summarizes the rules in force in a few words. */
final class RulesSummary {
  private RulesSummary() {}

  /** For example {@code enforcing 3 rules}. */
  static String of(RuleSets ruleSets) {
    int count = ruleSets.size();
    String rules = count == 1 ? "1 rule" : count + " rules";
    String what =
        switch (ruleSets.mode()) {
          case ENFORCE -> "enforcing " + rules;
          case SHADOW -> "in shadow, rejecting nothing: " + rules;
          case OFF -> "switched off: " + rules;
        };
    return what + compared(ruleSets);
  }

  private static String compared(RuleSets ruleSets) {
    RuleSets.Candidate candidate = ruleSets.candidate();
    if (ruleSets.mode() == Mode.OFF || !CandidateTrial.existsIn(ruleSets)) {
      return "";
    }
    return candidate == null
        ? " (some compared in shadow)"
        : " (compared with " + candidate.name() + ")";
  }
}
