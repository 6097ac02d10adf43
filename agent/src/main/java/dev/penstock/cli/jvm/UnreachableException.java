package dev.penstock.cli.jvm;

import dev.penstock.cli.ExitCode;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/** Thrown if a JVM cannot be reached; says why and what to do. */
final class UnreachableException extends Exception {
  private static final long serialVersionUID = 1;

  private final String help;

  /**
   * Creates an exception.
   *
   * @param help what the user can do; empty if unknown
   */
  UnreachableException(@Nullable String message, String help) {
    super(message);
    this.help = help;
  }

  /** The message of an exception that was thrown through reflection. */
  static String why(InvocationTargetException thrown) {
    Throwable cause = thrown.getCause();
    return cause == null ? "" : String.valueOf(cause.getMessage());
  }

  /** Prints the message and the help; returns the exit code. */
  ExitCode printTo(PrintStream err) {
    err.println("error: " + getMessage());
    if (!help.isEmpty()) {
      err.println("  = help: " + help);
    }
    return ExitCode.PROBLEMS;
  }
}
