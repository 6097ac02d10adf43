package dev.penstock.rules.config.text;

import java.util.Arrays;
import java.util.BitSet;

/** The text of a rules file as code points, which the YAML parser counts in, and lines. */
public final class SourceFile {
  private final String name;
  private final int[] codePoints;
  private final int[] lineStarts;
  private final BitSet hidden = new BitSet();

  public SourceFile(String name, String text) {
    this.name = name;
    codePoints = codePoints(text);
    lineStarts = lineStarts(codePoints);
  }

  private static int[] codePoints(String text) {
    int[] codePoints = new int[text.codePointCount(0, text.length())];
    int at = 0;
    for (int i = 0; i < codePoints.length; i++) {
      codePoints[i] = text.codePointAt(at);
      at += Character.charCount(codePoints[i]);
    }
    return codePoints;
  }

  private static int[] lineStarts(int[] codePoints) {
    int[] starts = new int[codePoints.length + 1];
    int lines = 1;
    for (int i = 0; i < codePoints.length; i++) {
      boolean endsInLineFeed =
          codePoints[i] == '\r' && i + 1 < codePoints.length && codePoints[i + 1] == '\n';
      if (codePoints[i] == '\n' || (codePoints[i] == '\r' && !endsInLineFeed)) {
        starts[lines++] = i + 1;
      }
    }
    return Arrays.copyOf(starts, lines);
  }

  String name() {
    return name;
  }

  public int length() {
    return codePoints.length;
  }

  public int codePoint(int index) {
    return codePoints[index];
  }

  /** Marks a part as hidden in excerpts and messages. */
  void hide(SourceSpan span) {
    hidden.set(span.start(), span.end());
  }

  /** Removes all marks of hidden parts. */
  void showAll() {
    hidden.clear();
  }

  boolean isHidden(int index) {
    return hidden.get(index);
  }

  /** True if any character of the span is hidden. */
  boolean isHidden(SourceSpan span) {
    int first = hidden.nextSetBit(Math.max(span.start(), 0));
    return first >= 0 && first < span.end();
  }

  /** The number of lines. */
  int lines() {
    return lineStarts.length;
  }

  /** The line of a code point, counted from 1. */
  public int line(int index) {
    int found = Arrays.binarySearch(lineStarts, index);
    return found >= 0 ? found + 1 : -found - 1;
  }

  public int startOfLine(int line) {
    return lineStarts[line - 1];
  }

  /** The end of a line, before its line break. */
  public int endOfLine(int line) {
    int end = line < lineStarts.length ? lineStarts[line] : codePoints.length;
    while (end > startOfLine(line) && isLineBreak(codePoints[end - 1])) {
      end--;
    }
    return end;
  }

  /** The start of the next line, or the end of the file. */
  public int startOfNext(int line) {
    return line < lineStarts.length ? lineStarts[line] : codePoints.length;
  }

  /** The line break after a line; empty at the end of the file. */
  public String breakAfter(int line) {
    return slice(endOfLine(line), startOfNext(line));
  }

  private static boolean isLineBreak(int codePoint) {
    return codePoint == '\n' || codePoint == '\r';
  }

  /** The text of a span, limited to the file. */
  public String slice(int start, int end) {
    int from = Math.min(Math.max(start, 0), codePoints.length);
    int to = Math.min(Math.max(end, from), codePoints.length);
    return new String(codePoints, from, to - from);
  }
}
