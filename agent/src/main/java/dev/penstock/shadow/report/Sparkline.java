package dev.penstock.shadow.report;

import java.nio.charset.Charset;

/** Draws values as one line of text, one character for each value. */
public final class Sparkline {
  /** A value that is drawn as a gap. */
  public static final double GAP = Double.NaN;

  private static final String BLOCKS = "▁▂▃▄▅▆▇█";
  private static final String ASCII = "_.:-=+*#";

  private Sparkline() {}

  /** The values relative to the highest one; in ASCII if the charset has no block characters. */
  public static String of(double[] values, Charset charset) {
    String levels = charset.newEncoder().canEncode(BLOCKS) ? BLOCKS : ASCII;
    double highest = 0;
    for (double value : values) {
      highest = value > highest ? value : highest;
    }
    StringBuilder line = new StringBuilder();
    for (double value : values) {
      line.append(
          Double.isNaN(value) ? ' ' : levels.charAt(level(value, highest, levels.length())));
    }
    return line.toString();
  }

  /** Rounds up, so that every value above zero differs from zero. */
  private static int level(double value, double highest, int levels) {
    int level = highest == 0 ? 0 : (int) Math.ceil(value / highest * (levels - 1));
    return Math.max(0, Math.min(levels - 1, level));
  }
}
