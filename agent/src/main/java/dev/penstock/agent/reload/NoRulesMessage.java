package dev.penstock.agent.reload;

import dev.penstock.rules.config.text.UnreadableFileException.Reason;
import java.io.File;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the message about a missing or unreadable rules file.
 *
 * @param problem what is wrong
 * @param help what the operator can do
 * @param searched the locations that were searched
 * @param isExpected true if no file was named and none exists, which is not an error
 */
record NoRulesMessage(String problem, String help, String searched, boolean isExpected) {
  /** Describes the result of searching these locations. */
  static NoRulesMessage of(RulesFileLocations locations, FileContents contents) {
    String namedBy = locations.namedBy();
    for (File location : locations.all()) {
      Reason reason = contents.reason(location);
      if (reason != null && (namedBy != null || reason != Reason.MISSING)) {
        String named = namedBy == null ? "" : ", named by " + namedBy + ",";
        return new NoRulesMessage(
            "the rules file " + location + named + " " + description(reason, contents, location),
            help(reason),
            locations.toString(),
            /* isExpected= */ false);
      }
    }
    return new NoRulesMessage(
        "there is no rules file at " + locations,
        "Create one of these files or name another one.",
        locations.toString(),
        /* isExpected= */ true);
  }

  /** Returns a warning about a location with something other than a file; null if it is empty. */
  static @Nullable String ofIgnored(File location, FileContents contents) {
    Reason reason = contents.reason(location);
    return reason == null || reason == Reason.MISSING
        ? null
        : location
            + " "
            + description(reason, contents, location)
            + " and is ignored. "
            + help(reason);
  }

  private static String description(Reason reason, FileContents contents, File location) {
    return switch (reason) {
      case MISSING -> "does not exist";
      case DIRECTORY -> "is a directory, not a file";
      case NOT_REGULAR -> "is a pipe, a socket or a device, not a regular file";
      case STALLED, REFUSED -> "cannot be read (" + messageOf(contents.problem(location)) + ")";
    };
  }

  private static String messageOf(@Nullable Exception problem) {
    return problem == null ? "" : String.valueOf(problem.getMessage());
  }

  private static String help(Reason reason) {
    return switch (reason) {
      case MISSING -> "Create the file or correct the path.";
      case DIRECTORY ->
          "Correct the path or the mount: container runtimes create a directory if the file to"
              + " mount does not exist on the host.";
      case NOT_REGULAR -> "Put a regular file there or correct the path.";
      case STALLED -> "Check the file system.";
      case REFUSED -> "Check the permissions.";
    };
  }
}
