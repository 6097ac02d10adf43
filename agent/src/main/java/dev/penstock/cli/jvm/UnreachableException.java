package dev.penstock.cli.jvm;

import dev.penstock.cli.ExitCode;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/** Says that a JVM cannot be asked, why, and what to do instead. */
final class UnreachableException extends Exception {
  private static final long serialVersionUID = 1;

  private final String help;

  /**
   * @param help empty if there is nothing to be done
   */
  UnreachableException(@Nullable String message, String help) {
    super(message);
    this.help = help;
  }

  /** What a method that was called by reflection has complained about. */
  static String why(InvocationTargetException thrown) {
    Throwable cause = thrown.getCause();
    return cause == null ? "" : String.valueOf(cause.getMessage());
  }

  ExitCode printTo(PrintStream err) {
    err.println("error: " + getMessage());
    if (!help.isEmpty()) {
      err.println("  = help: " + help);
    }
    return ExitCode.PROBLEMS;
  }
}
