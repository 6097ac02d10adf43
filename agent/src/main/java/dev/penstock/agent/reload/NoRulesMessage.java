package dev.penstock.agent.reload;

import dev.penstock.rules.config.text.UnreadableFileException.Reason;
import java.io.File;
import org.jspecify.annotations.Nullable;

/**
 * The words for an operator whose JVM has no rules file.
 *
 * @param problem what was found instead of a file
 * @param help what the operator can do
 * @param searched the places that were searched
 * @param isExpected true if no file was named and none is there: that is no mistake
 */
record NoRulesMessage(String problem, String help, String searched, boolean isExpected) {
  /** The words for what a search of these places has found. */
  static NoRulesMessage of(RulesFileLocations places, FileContents contents) {
    String namedBy = places.namedBy();
    for (File place : places.all()) {
      Reason reason = contents.reason(place);
      if (reason != null && (namedBy != null || reason != Reason.MISSING)) {
        String named = namedBy == null ? "" : ", named by " + namedBy + ",";
        return new NoRulesMessage(
            "the rules file " + place + named + " " + verdict(reason, contents, place),
            help(reason),
            places.toString(),
            /* isExpected= */ false);
      }
    }
    return new NoRulesMessage(
        "there is no rules file at " + places,
        "Create one of these files or name another one.",
        places.toString(),
        /* isExpected= */ true);
  }

  /** A warning of a place that has something else than a file; null if it is simply empty. */
  static @Nullable String ofIgnored(File place, FileContents contents) {
    Reason reason = contents.reason(place);
    return reason == null || reason == Reason.MISSING
        ? null
        : place + " " + verdict(reason, contents, place) + " and is ignored. " + help(reason);
  }

  private static String verdict(Reason reason, FileContents contents, File place) {
    return switch (reason) {
      case MISSING -> "does not exist";
      case DIRECTORY -> "is a directory, not a file";
      case NOT_REGULAR -> "is a pipe, a socket or a device, not a regular file";
      case STALLED, REFUSED -> "cannot be read (" + wordsOf(contents.problem(place)) + ")";
    };
  }

  private static String wordsOf(@Nullable Exception problem) {
    return problem == null ? "" : String.valueOf(problem.getMessage());
  }

  private static String help(Reason reason) {
    return switch (reason) {
      case MISSING -> "Create the file or correct the path.";
      case DIRECTORY ->
          "Correct the path or the mount: container runtimes create a directory if the file to mount"
              + " does not exist on the host.";
      case NOT_REGULAR -> "Put a regular file there or correct the path.";
      case STALLED -> "Check the file system.";
      case REFUSED -> "Check the permissions.";
    };
  }
}
