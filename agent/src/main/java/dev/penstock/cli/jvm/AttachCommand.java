package dev.penstock.cli.jvm;

import dev.penstock.cli.ExitCode;
import dev.penstock.cli.UsageException;
import dev.penstock.cli.ValidateCommand;
import dev.penstock.rules.config.ParsedRules;
import dev.penstock.rules.config.RulesFile;
import dev.penstock.rules.config.text.Environment;
import java.io.File;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The {@code attach} command: loads the agent into a running JVM, or other rules into the agent.
 */
public final class AttachCommand {
  private static final String USAGE =
      "`attach` needs a process id and `--rules FILE`; `--shadow FILE` is optional";

  private AttachCommand() {}

  public static ExitCode run(List<String> args, Jvms jvms, PrintStream out, PrintStream err)
      throws UsageException {
    if (args.isEmpty()) {
      throw new UsageException(USAGE);
    }
    String pid = JvmCommand.pid(args);
    String rules = null;
    String shadow = null;
    for (int at = 1; at < args.size(); at += 2) {
      String value = at + 1 < args.size() ? args.get(at + 1) : "";
      switch (value.isEmpty() ? "" : args.get(at)) {
        case "--rules" -> rules = value;
        case "--shadow" -> shadow = value;
        default -> throw new UsageException(USAGE);
      }
    }
    if (rules == null) {
      throw new UsageException(USAGE);
    }
    // Resolves variables as the other JVM does, so that it does not reject a file that is valid
    // here.
    Environment variables = RunningProcess.of(pid)::variable;
    ExitCode valid = validate(new File(rules), shadow, variables, err);
    return valid == ExitCode.SUCCESS
        ? new JvmCommand(jvms, out, err).send(pid, request(rules, shadow))
        : valid;
  }

  private static List<String> request(String rules, @Nullable String shadow) {
    String file = new File(rules).getAbsolutePath();
    return shadow == null
        ? List.of("rules", file)
        : List.of("rules", file, new File(shadow).getAbsolutePath());
  }

  private static ExitCode validate(
      File rules, @Nullable String shadow, Environment variables, PrintStream err) {
    ParsedRules parsed = RulesFile.read(rules, shadow, variables);
    if (parsed instanceof ParsedRules.Broken broken) {
      return ValidateCommand.printProblems(rules.getPath(), broken, err);
    }
    ParsedRules.Good good = (ParsedRules.Good) parsed;
    return good.candidateProblems().isEmpty()
        ? ExitCode.SUCCESS
        : ValidateCommand.printProblems(
            "the candidate of " + rules.getPath(), good.candidateProblems(), err);
  }
}
