package dev.penstock.cli;

import dev.penstock.cli.explain.ExplainCommand;
import dev.penstock.cli.jvm.Jvms;
import dev.penstock.rules.config.text.Environment;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs a command and returns its stdout, its stderr and its exit code as one text. */
public final class Shell {
  private Shell() {}

  public static String run(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ExitCode code = Main.run(args, printTo(out), printTo(err));
    return text(out, err, code);
  }

  /** Runs {@code explain} with other environment variables. */
  static String explain(List<String> args, Environment environment) throws UsageException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream printed = printTo(out);
    ExitCode code = ExplainCommand.run(args, environment, printed);
    printed.flush();
    return text(out, new ByteArrayOutputStream(), code);
  }

  /** Runs a command for running JVMs. */
  public static String runOn(Jvms jvms, List<String> words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream printed = printTo(out);
    PrintStream errors = printTo(err);
    try {
      List<String> args = words.subList(1, words.size());
      ExitCode code = Main.runOn(jvms, words.get(0), args, printed, errors);
      printed.flush();
      errors.flush();
      return text(out, err, code);
    } catch (UsageException e) {
      return "usage: " + e.getMessage();
    }
  }

  private static String text(ByteArrayOutputStream out, ByteArrayOutputStream err, ExitCode code) {
    return out.toString(StandardCharsets.UTF_8)
        + err.toString(StandardCharsets.UTF_8)
            .lines()
            .map(line -> "stderr: " + line + "\n")
            .reduce("", String::concat)
        + "exit "
        + code.code();
  }

  private static PrintStream printTo(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, /* autoFlush= */ false, StandardCharsets.UTF_8);
  }
}
