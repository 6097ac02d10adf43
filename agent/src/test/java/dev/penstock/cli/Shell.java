package dev.penstock.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Runs a command and gives back all that a user sees: stdout, stderr and the exit code. */
final class Shell {
  private Shell() {}

  static String run(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ExitCode code = Main.run(args, printTo(out), printTo(err));
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
