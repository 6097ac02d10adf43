package dev.penstock.config;

import dev.penstock.rule.RuleSet;
import java.util.List;

/** What a rules file turned out to be. */
public sealed interface Parsed {
  /** Rules that can be put to work, and what is odd about them all the same. */
  record Good(RuleSet rules, List<Problem> warnings) implements Parsed {
    public Good {
      warnings = List.copyOf(warnings);
    }
  }

  /** No rules, and every reason for it, in the order of the file; at least one. */
  record Broken(List<Problem> problems) implements Parsed {
    public Broken {
      problems = List.copyOf(problems);
    }
  }
}
