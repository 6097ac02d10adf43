package dev.penstock.cli;

import dev.penstock.rules.config.ParsedRules;
import dev.penstock.rules.config.RulesFile;
import dev.penstock.rules.config.text.Problem;
import java.io.File;
import java.io.PrintStream;
import java.util.List;

/** The {@code validate} command: lists all problems of a rules file. */
public final class ValidateCommand {
  private ValidateCommand() {}

  static ExitCode run(List<String> args, PrintStream out) throws UsageException {
    if (args.size() != 1) {
      throw new UsageException("`validate` takes one file");
    }
    String file = args.get(0);
    ParsedRules parsed = RulesFile.read(new File(file));
    if (parsed instanceof ParsedRules.Good good) {
      print(good.warnings(), out);
      if (!good.candidateProblems().isEmpty()) {
        return printProblems("the candidate of " + file, good.candidateProblems(), out);
      }
      out.println(file + ": " + summary(good));
      return ExitCode.SUCCESS;
    }
    return printProblems(file, (ParsedRules.Broken) parsed, out);
  }

  private static String summary(ParsedRules.Good good) {
    String rules = count(good.rules().size(), "rule");
    int warnings = good.warnings().size();
    return rules + ", no problems" + (warnings == 0 ? "" : ", " + count(warnings, "warning"));
  }

  /** Prints the problems of a file and their number. */
  public static ExitCode printProblems(String file, ParsedRules.Broken broken, PrintStream out) {
    return printProblems(file, broken.problems(), out);
  }

  /** Prints problems and their number. */
  public static ExitCode printProblems(String what, List<Problem> problems, PrintStream out) {
    print(problems, out);
    out.println(count(problems.size(), "problem") + " in " + what);
    return ExitCode.PROBLEMS;
  }

  private static void print(List<Problem> problems, PrintStream out) {
    for (Problem problem : problems) {
      out.println(problem.render());
      out.println();
    }
  }

  /** A number with its noun, in the plural if necessary. */
  public static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
