package dev.penstock.cli;

import dev.penstock.limit.Limit;
import dev.penstock.limit.LimitWords;
import dev.penstock.rule.Pacing;
import dev.penstock.rule.Quota;
import dev.penstock.rule.Rule;
import java.io.PrintStream;
import java.util.Objects;

/** What a rule would be if its candidate took its place, in words. */
final class CandidateWords {
  private final Rule rule;
  private final Rule candidate;
  private final String plan;

  CandidateWords(Rule rule, Rule candidate, String plan) {
    this.rule = rule;
    this.candidate = candidate;
    this.plan = plan;
  }

  void print(PrintStream out) {
    for (Quota quota : candidate.quotas()) {
      Limit limit = quota.limits().getOrDefault(plan, quota.anyLimit());
      String name = candidate.quotas().size() > 1 ? quota.name() + " " : "";
      out.println("  in shadow: " + name + LimitWords.of(limit) + " (" + quota.algorithm() + ")");
    }
    if (candidate.cost() != rule.cost()) {
      out.println("  in shadow: cost " + candidate.cost());
    }
    Pacing pacing = candidate.pacing();
    if (pacing != null && !Objects.equals(pacing, rule.pacing())) {
      PacingWords.print(pacing, "  in shadow: ", out);
    }
  }
}
