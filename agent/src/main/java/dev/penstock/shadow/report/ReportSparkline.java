package dev.penstock.shadow.report;

import java.nio.charset.Charset;
import java.util.Locale;

/** A chart of one line of text. */
final class ReportSparkline {
  private static final String BLOCKS = "▁▂▃▄▅▆▇█";
  private static final String ASCII = "_.:-=+*#";
  private static final String NOT_WATCHED = " ";

  private ReportSparkline() {}

  /** The share of calls that diverge, step by step; as blocks if the charset has them. */
  static String of(Timeline timeline, Charset charset) {
    String levels = charset.newEncoder().canEncode(BLOCKS) ? BLOCKS : ASCII;
    double highest = timeline.highestShare();
    StringBuilder line = new StringBuilder();
    for (Timeline.Step step : timeline.steps()) {
      if (step.watched() == 0) {
        line.append(NOT_WATCHED);
      } else {
        double height = highest == 0 ? 0 : step.divergingShare() / highest;
        // Whatever is not nothing is seen.
        int level = (int) Math.ceil(height * (levels.length() - 1));
        line.append(levels.charAt(level));
      }
    }
    return line.toString();
  }

  /** What it says, in words. */
  static String legend(Timeline timeline) {
    return String.format(
        Locale.ROOT,
        "share that diverges, each sign %s, from %s to %s UTC, highest %.2f %%",
        ReportFigures.span(timeline.stepMinutes()),
        ReportFigures.time(timeline.start()),
        ReportFigures.time(timeline.end()),
        100 * timeline.highestShare());
  }
}
