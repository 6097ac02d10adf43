package dev.penstock.cli.explain;

import dev.penstock.limit.Limit;
import dev.penstock.limit.LimitDescription;
import dev.penstock.rules.PacingSettings;
import dev.penstock.rules.Quota;
import dev.penstock.rules.Rule;
import java.io.PrintStream;
import java.util.Objects;

/** Describes the limits of the candidate of a rule. */
final class CandidateDescription {
  private final Rule rule;
  private final Rule candidate;
  private final String plan;

  CandidateDescription(Rule rule, Rule candidate, String plan) {
    this.rule = rule;
    this.candidate = candidate;
    this.plan = plan;
  }

  void print(PrintStream out) {
    for (Quota quota : candidate.quotas()) {
      Limit limit = quota.limits().getOrDefault(plan, quota.defaultLimit());
      String name = candidate.quotas().size() > 1 ? quota.name() + " " : "";
      out.println(
          "  in shadow: " + name + LimitDescription.of(limit) + " (" + quota.algorithm() + ")");
    }
    if (candidate.cost() != rule.cost()) {
      out.println("  in shadow: cost " + candidate.cost());
    }
    PacingSettings pacing = candidate.pacing();
    if (pacing != null && !Objects.equals(pacing, rule.pacing())) {
      PacingDescription.print(pacing, "  in shadow: ", out);
    }
  }
}
