package dev.penstock.rules.config;

import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.text.Problem;
import java.io.File;
import java.util.List;

/** What a rules file turned out to be. */
public sealed interface ParsedRules {
  /** The other files it refers to, even those that could not be read: worth watching too. */
  List<File> alsoRead();

  /**
   * Rules that can be put to work.
   *
   * @param rules without a candidate, if that has problems
   * @param warnings what is odd about them all the same
   * @param candidateProblems why the file that these rules are to be compared with cannot be used;
   *     empty if it can, or if there is none. What is enforced never depends on it.
   */
  record Good(
      RuleSets rules, List<Problem> warnings, List<Problem> candidateProblems, List<File> alsoRead)
      implements ParsedRules {
    public Good {
      warnings = List.copyOf(warnings);
      candidateProblems = List.copyOf(candidateProblems);
      alsoRead = List.copyOf(alsoRead);
    }
  }

  /** No rules, and every reason for it, in the order of the file; at least one. */
  record Broken(List<Problem> problems, List<File> alsoRead) implements ParsedRules {
    public Broken {
      problems = List.copyOf(problems);
      alsoRead = List.copyOf(alsoRead);
    }
  }
}
