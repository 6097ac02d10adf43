package dev.penstock.shadow.simulate;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The lines that could not be read as a request: their number and the examples examples. */
public final class SkippedLines {
  private static final int MAX_EXAMPLES = 5;
  private static final int MAX_WIDTH = 60;

  private final List<Example> examples = new ArrayList<>();
  private long count;

  /**
   * A skipped line.
   *
   * @param log the name of the log
   * @param number the number of the line in that log, from 1
   * @param why why the line is invalid
   * @param start the start of the line, printable
   */
  public record Example(String log, long number, String why, String start) {}

  void add(String log, AccessLog lines, String why) {
    if (count++ < MAX_EXAMPLES) {
      examples.add(
          new Example(log, lines.number(), why, start(lines.buffer(), lines.from(), lines.to())));
    }
  }

  public long count() {
    return count;
  }

  public List<Example> examples() {
    return List.copyOf(examples);
  }

  /** The start of a line without control characters, which could control the terminal. */
  private static String start(byte[] text, int from, int to) {
    int length = Math.min(to - from, MAX_WIDTH);
    StringBuilder shown =
        new StringBuilder(new String(text, from, length, StandardCharsets.ISO_8859_1));
    for (int i = 0; i < shown.length(); i++) {
      char c = shown.charAt(i);
      if (c < ' ' || c > '~') {
        shown.setCharAt(i, '?');
      }
    }
    return shown.append(length < to - from ? "..." : "").toString();
  }
}
