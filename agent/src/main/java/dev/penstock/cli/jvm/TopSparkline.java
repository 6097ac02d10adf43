package dev.penstock.cli.jvm;

import java.util.Collection;

/** A row of signs that shows how a figure went up and down. */
final class TopSparkline {
  private static final String BLOCKS = "▁▂▃▄▅▆▇█";
  private static final String PLAIN = "_.-:=+*#";

  /** What has to be shown for a terminal to get blocks. */
  static final String SAMPLE = BLOCKS;

  private TopSparkline() {}

  /** The highest figure is drawn as high as can be, and nothing as low. */
  static String of(Collection<Double> figures, boolean blocks) {
    String signs = blocks ? BLOCKS : PLAIN;
    double most = 0;
    for (double figure : figures) {
      most = Math.max(most, figure);
    }
    StringBuilder line = new StringBuilder();
    for (double figure : figures) {
      int height = most <= 0 ? 0 : (int) Math.ceil(figure / most * (signs.length() - 1));
      line.append(signs.charAt(Math.max(0, Math.min(signs.length() - 1, height))));
    }
    return line.toString();
  }
}
