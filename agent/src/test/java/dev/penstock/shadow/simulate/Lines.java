package dev.penstock.shadow.simulate;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Reads a log line and formats the result as text. */
final class Lines {
  private Lines() {}

  /** The request of a line, or why the line is invalid. */
  static String read(LogLine line, String text, String... headers) {
    // In the middle of other bytes, as in a buffer.
    byte[] bytes = ("\"[ " + text + " \"]{}").getBytes(StandardCharsets.UTF_8);
    String why = line.read(bytes, 3, bytes.length - 5);
    if (why != null) {
      return why;
    }
    List<String> words = new ArrayList<>();
    words.add(Instant.EPOCH.plusNanos(line.micros() * 1000).toString());
    words.add(String.valueOf(line.remoteAddress()));
    words.add(line.user() == null ? "nobody" : line.user());
    words.add(line.method());
    words.add(line.path() + (line.query() == null ? "" : "?" + line.query()));
    words.add(Integer.toString(line.status()));
    for (String header : headers) {
      words.add(header + ":" + line.headerLines(header));
    }
    return String.join(" ", words);
  }
}
