package dev.penstock.shadow.simulate;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The lines that tell of no request: how many, and what the first of them look like. */
public final class SkippedLines {
  private static final int SHOWN = 5;
  private static final int WIDEST = 60;

  private final List<Example> first = new ArrayList<>();
  private long count;

  /**
   * One of the lines.
   *
   * @param log the name of its file
   * @param number its number in there, from 1
   * @param why it could not be read
   * @param start how it begins
   */
  public record Example(String log, long number, String why, String start) {}

  void add(String log, AccessLog lines, String why) {
    if (count++ < SHOWN) {
      first.add(
          new Example(log, lines.number(), why, start(lines.buffer(), lines.from(), lines.to())));
    }
  }

  public long count() {
    return count;
  }

  public List<Example> first() {
    return List.copyOf(first);
  }

  /** A terminal must not be steered by what somebody sent to a server. */
  private static String start(byte[] text, int from, int to) {
    int length = Math.min(to - from, WIDEST);
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
