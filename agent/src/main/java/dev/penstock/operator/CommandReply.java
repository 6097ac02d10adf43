package dev.penstock.operator;

import org.jspecify.annotations.Nullable;

/**
 * The result of a command.
 *
 * @param fine true if the command succeeded
 * @param text the output, or the error
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

  /** The reply as text for the other JVM. */
  public String written() {
    return (fine ? FINE : PROBLEM) + text;
  }

  /** Parses the text of a reply; null if it is not one. */
  public static @Nullable CommandReply read(String written) {
    if (written.startsWith(FINE)) {
      return fine(written.substring(FINE.length()));
    }
    return written.startsWith(PROBLEM) ? problem(written.substring(PROBLEM.length())) : null;
  }
}
