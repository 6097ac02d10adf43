package dev.penstock.it.harness;

import java.util.ArrayList;
import java.util.List;

/**
 * An error that Tomcat logs, also without the agent, for about one of a thousand clients that
 * disconnect while an asynchronous response is written: two of its threads then use one response.
 */
final class TomcatDisconnectError {
  private static final String MESSAGE = "Error reading request, ignored";
  private static final String METHOD = "org.apache.tomcat.util.http.MimeHeaders.recycle";

  private TomcatDisconnectError() {}

  /** The other lines. */
  static List<String> removedFrom(List<String> output) {
    List<String> rest = new ArrayList<>();
    List<String> entry = new ArrayList<>();
    for (String line : output) {
      if (line.contains(MESSAGE)) {
        addUnlessKnown(rest, entry);
        entry.clear();
        entry.add(line);
      } else if (!entry.isEmpty() && isPartOfEntry(line)) {
        entry.add(line);
      } else {
        addUnlessKnown(rest, entry);
        entry.clear();
        rest.add(line);
      }
    }
    addUnlessKnown(rest, entry);
    return rest;
  }

  private static boolean isPartOfEntry(String line) {
    return line.isEmpty() || line.startsWith("\tat ") || line.startsWith("java.lang.");
  }

  private static void addUnlessKnown(List<String> rest, List<String> entry) {
    String text = String.join("\n", entry);
    boolean known =
        text.contains(METHOD)
            && text.contains("java.lang.NullPointerException")
            && !text.contains("dev.penstock");
    if (!known) {
      rest.addAll(entry);
    }
  }
}
