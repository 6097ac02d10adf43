package dev.penstock.rules.config;

import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.text.Problem;
import java.io.File;
import java.util.List;

/** The result of parsing a rules file. */
public sealed interface ParsedRules {
  /** The other files that it refers to, including unreadable ones; reload watches them too. */
  List<File> alsoRead();

  /**
   * Rules that can become active.
   *
   * @param rules the rules, without the candidate if that has problems
   * @param warnings settings that are valid but probably wrong
   * @param candidateProblems why the candidate file cannot be used; empty if it can, or if there is
   *     none. A broken candidate never affects the active rules.
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

  /** A file that cannot be used, with all its errors in the order of the file; at least one. */
  record Broken(List<Problem> problems, List<File> alsoRead) implements ParsedRules {
    public Broken {
      problems = List.copyOf(problems);
      alsoRead = List.copyOf(alsoRead);
    }
  }
}
