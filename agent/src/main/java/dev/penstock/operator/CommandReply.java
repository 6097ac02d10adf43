package dev.penstock.operator;

import org.jspecify.annotations.Nullable;

/**
 * What came of a command.
 *
 * @param fine false if it could not be done
 * @param text for the one who gave it: what was done, or why it was not
 */
public record CommandReply(boolean fine, String text) {
  private static final String FINE = "fine\n";
  private static final String PROBLEM = "problem\n";

  public static CommandReply fine(String text) {
    return new CommandReply(/* fine= */ true, text);
  }

  public static CommandReply problem(String text) {
    return new CommandReply(/* fine= */ false, text);
  }

  /** As it travels between JVMs. */
  public String written() {
    return (fine ? FINE : PROBLEM) + text;
  }

  /** What was written; null if nobody has replied. */
  public static @Nullable CommandReply read(String written) {
    if (written.startsWith(FINE)) {
      return fine(written.substring(FINE.length()));
    }
    return written.startsWith(PROBLEM) ? problem(written.substring(PROBLEM.length())) : null;
  }
}
