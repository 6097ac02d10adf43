package dev.penstock.shadow.simulate;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Parses a log line and formats the request as text. */
final class LogLineText {
  private LogLineText() {}

  /** The request of a line, or the reason why the line is invalid. */
  static String read(LogLine line, String text, String... headers) {
    // In the middle of other bytes, as in a buffer.
    byte[] bytes = ("\"[ " + text + " \"]{}").getBytes(StandardCharsets.UTF_8);
    String problem = line.read(bytes, 3, bytes.length - 5);
    if (problem != null) {
      return problem;
    }
    List<String> parts = new ArrayList<>();
    parts.add(Instant.EPOCH.plusNanos(line.micros() * 1000).toString());
    parts.add(String.valueOf(line.remoteAddress()));
    parts.add(line.user() == null ? "no-user" : line.user());
    parts.add(line.method());
    parts.add(line.path() + (line.query() == null ? "" : "?" + line.query()));
    parts.add(Integer.toString(line.status()));
    for (String header : headers) {
      parts.add(header + ":" + line.headerLines(header));
    }
    return String.join(" ", parts);
  }
}
