package dev.penstock.cli;

import dev.penstock.config.ConfigFile;
import dev.penstock.config.Parsed;
import dev.penstock.config.Problem;
import java.io.File;
import java.io.PrintStream;
import java.util.List;

/** Lists everything that is wrong with a rules file. */
final class ValidateCommand {
  private ValidateCommand() {}

  static ExitCode run(List<String> args, PrintStream out) throws UsageException {
    if (args.size() != 1) {
      throw new UsageException("`validate` takes one file");
    }
    String file = args.get(0);
    Parsed parsed = ConfigFile.read(new File(file));
    if (parsed instanceof Parsed.Good good) {
      print(good.warnings(), out);
      print(good.candidateProblems(), out);
      int problems = good.candidateProblems().size();
      out.println(
          problems == 0
              ? file + ": " + summary(good)
              : count(problems, "problem") + " in the candidate of " + file);
      return problems == 0 ? ExitCode.FINE : ExitCode.PROBLEMS;
    }
    return refuse(file, (Parsed.Broken) parsed, out);
  }

  private static String summary(Parsed.Good good) {
    String rules = count(good.rules().size(), "rule");
    int warnings = good.warnings().size();
    return rules + ", no problems" + (warnings == 0 ? "" : ", " + count(warnings, "warning"));
  }

  /** Prints the problems of a file and how many they are. */
  static ExitCode refuse(String file, Parsed.Broken broken, PrintStream out) {
    print(broken.problems(), out);
    out.println(count(broken.problems().size(), "problem") + " in " + file);
    return ExitCode.PROBLEMS;
  }

  private static void print(List<Problem> problems, PrintStream out) {
    for (Problem problem : problems) {
      out.println(problem.render());
      out.println();
    }
  }

  static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
