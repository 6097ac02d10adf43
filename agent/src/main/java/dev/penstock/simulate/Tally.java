package dev.penstock.simulate;

import dev.penstock.engine.Decision;
import dev.penstock.rule.Rule;
import dev.penstock.rule.RuleSet;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts what a set of rules makes of calls, in all and rule by rule. */
final class Tally {
  private final IdentityHashMap<Rule, RuleTally> rules = new IdentityHashMap<>();
  private final List<RuleTally> inOrder = new ArrayList<>();
  private long rejected;

  Tally(RuleSet ruleSet) {
    for (Rule rule : ruleSet.rules()) {
      RuleTally tally = new RuleTally(rule);
      rules.put(rule, tally);
      inOrder.add(tally);
    }
  }

  void count(Decision decision) {
    boolean refuses = decision.refuses();
    Rule denying = decision.deniedBy();
    if (denying != null) {
      of(denying).requests++;
      of(denying).rejected++;
    }
    Rule before = null;
    for (int i = 0; i < decision.quotas(); i++) {
      Rule rule = decision.rule(i);
      if (!isSame(rule, before)) {
        RuleTally tally = of(rule);
        tally.requests++;
        tally.admitted += refuses ? 0 : 1;
      }
      before = rule;
    }
    if (refuses) {
      rejected++;
      if (denying == null && decision.quotas() > 0) {
        of(decision.rule(decision.tightest())).rejected++;
      }
    }
  }

  /** Limits of one rule follow each other. */
  @SuppressWarnings("ReferenceEquality") // the engine's own rules, of which there is one each
  private static boolean isSame(Rule one, @Nullable Rule other) {
    return one == other;
  }

  private RuleTally of(Rule rule) {
    RuleTally tally = rules.get(rule);
    if (tally == null) {
      throw new IllegalArgumentException("not one of these rules: " + rule.name());
    }
    return tally;
  }

  long rejected() {
    return rejected;
  }

  /** In the order of the file. */
  List<SimulationReport.RuleLine> rules() {
    return inOrder.stream().map(RuleTally::line).toList();
  }

  private static final class RuleTally {
    final Rule rule;
    long requests;
    long admitted;
    long rejected;

    RuleTally(Rule rule) {
      this.rule = rule;
    }

    SimulationReport.RuleLine line() {
      return new SimulationReport.RuleLine(rule.name(), requests, admitted, rejected);
    }
  }
}
