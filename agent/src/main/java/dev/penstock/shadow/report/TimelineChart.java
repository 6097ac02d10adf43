package dev.penstock.shadow.report;

import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.MinuteCounts;
import java.util.List;
import java.util.Locale;

/** The chart of the share of diverging calls over time, above the chart of the number of calls. */
final class TimelineChart {
  private static final int MOST_STEPS = 200;
  private static final double SLOT = 10;
  private static final double HEIGHT = 100;

  /** A chart with fewer steps has bars as narrow as one with this many. */
  private static final int FEW_STEPS = 16;

  /** If all shares are below a tenth of the threshold, the scale does not include the threshold. */
  private static final double FAR_BELOW = 0.1;

  private final Timeline timeline;
  private final double threshold;
  private final double top;
  private final String noun;

  TimelineChart(List<MinuteCounts> minutes, long thresholdPpm, String noun) {
    this.timeline = Timeline.of(minutes, MOST_STEPS);
    this.threshold = thresholdPpm / 1e6;
    this.noun = noun;
    double highest = timeline.highestShare();
    this.top = roundUp(highest >= FAR_BELOW * threshold ? Math.max(highest, threshold) : highest);
  }

  /** The next of 1, 2, 5, 10, ... percent and their tenths. */
  static double roundUp(double share) {
    for (double unit = 0.0001; unit < 1; unit *= 10) {
      for (double step : new double[] {1, 2, 5}) {
        if (unit * step >= share * 0.999) {
          return Math.min(1, unit * step);
        }
      }
    }
    return 1;
  }

  void addTo(HtmlBuilder page) {
    String each = ReportFigures.span(timeline.stepMinutes());
    page.raw("<h3>Divergence over time</h3>\n<figure class=\"chart\">\n<figcaption>")
        .text("Share of " + noun + "s that diverge, every " + each + ". ")
        .raw("<span class=\"key\"><span class=\"swatch new\"></span>newly rejected</span> ")
        .raw("<span class=\"key\"><span class=\"swatch old\"></span>newly admitted</span> ")
        .raw("<span class=\"key\"><span class=\"swatch calls\"></span>")
        .text("all " + noun + "s")
        .raw("</span>");
    page.raw(" <span class=\"key\"><span class=\"dash\"></span>")
        .text("threshold " + percent(threshold) + (threshold <= top ? "" : ", above this chart"))
        .raw("</span>");
    page.raw("</figcaption>\n");
    plot(page);
    volume(page);
    axis(page);
    page.raw("</figure>\n");
    table(page);
  }

  private void plot(HtmlBuilder page) {
    page.raw("<div class=\"plot\">\n");
    label(page, 0, percent(top));
    label(page, 50, percent(top / 2));
    label(page, 100, "0");
    svg(page, "share", summary());
    for (int i = 0; i < timeline.steps().size(); i++) {
      step(page, i, timeline.steps().get(i));
    }
    page.raw("</svg>\n");
    if (threshold <= top) {
      double down = 100 * (1 - threshold / top);
      page.raw("<p class=\"threshold\" style=\"top:" + HtmlBuilder.length(down) + "%\"></p>\n");
    }
    page.raw("</div>\n");
  }

  private void step(HtmlBuilder page, int index, Timeline.Step step) {
    double x = index * SLOT;
    page.raw("<g>");
    rect(page, step.watched() == 0 ? "gap" : "slot", x, SLOT, 0, HEIGHT);
    AgreementCounts counts = step.counts();
    if (counts.diverging() > 0) {
      double rejected = HEIGHT * counts.onlyCandidateRejects() / counts.total() / top;
      double admitted = HEIGHT * counts.onlyEnforcedRejects() / counts.total() / top;
      bar(page, "new", x, HEIGHT - rejected, rejected);
      bar(page, "old", x, HEIGHT - rejected - admitted, admitted);
    }
    page.raw("<title>").text(tooltip(step)).raw("</title></g>");
  }

  private void bar(HtmlBuilder page, String style, double x, double y, double height) {
    if (height > 0) {
      int steps = timeline.steps().size();
      double width = SLOT * Math.min(steps > 60 ? 1 : 0.8, (double) steps / FEW_STEPS);
      rect(page, style, x + (SLOT - width) / 2, width, y, height);
    }
  }

  private void volume(HtmlBuilder page) {
    long most = Math.max(1, timeline.mostCalls());
    page.raw("<div class=\"plot volume\">\n");
    label(page, 0, compact(most));
    svg(page, "calls", "Number of " + noun + "s, at most " + ReportFigures.number(most));
    for (int i = 0; i < timeline.steps().size(); i++) {
      Timeline.Step step = timeline.steps().get(i);
      page.raw("<g>");
      rect(page, step.watched() == 0 ? "gap" : "slot", i * SLOT, SLOT, 0, HEIGHT);
      double height = HEIGHT * step.counts().total() / most;
      bar(page, "calls", i * SLOT, HEIGHT - height, height);
      page.raw("<title>").text(tooltip(step)).raw("</title></g>");
    }
    page.raw("</svg>\n</div>\n");
  }

  private void svg(HtmlBuilder page, String style, String label) {
    page.raw("<svg class=\"" + style + "\" viewBox=\"0 0 ")
        .raw(HtmlBuilder.length(timeline.steps().size() * SLOT) + " " + HtmlBuilder.length(HEIGHT))
        .raw("\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"")
        .text(label)
        .raw("\">");
  }

  private static void rect(
      HtmlBuilder page, String style, double x, double width, double y, double height) {
    page.raw(
            "<rect class=\""
                + style
                + "\" x=\""
                + HtmlBuilder.length(x)
                + "\" y=\""
                + HtmlBuilder.length(y))
        .raw(
            "\" width=\""
                + HtmlBuilder.length(width)
                + "\" height=\""
                + HtmlBuilder.length(height)
                + "\"/>");
  }

  private static void label(HtmlBuilder page, double down, String text) {
    page.raw("<span class=\"y\" style=\"top:" + HtmlBuilder.length(down) + "%\">")
        .text(text)
        .raw("</span>");
  }

  private void axis(HtmlBuilder page) {
    long span = timeline.end() - timeline.start();
    int parts = span >= 8 ? 4 : 1;
    page.raw("<p class=\"axis\">");
    for (int i = 0; i <= parts; i++) {
      page.raw("<span style=\"left:" + HtmlBuilder.length(100.0 * i / parts) + "%\">")
          .text(ReportFigures.shortTime(timeline.start() + span * i / parts, span))
          .raw("</span>");
    }
    page.raw("</p>\n");
  }

  private void table(HtmlBuilder page) {
    page.raw("<details>\n<summary>Show as a table</summary>\n<table class=\"steps\">\n")
        .raw("<thead><tr><th scope=\"col\">From (UTC)</th><th scope=\"col\">")
        .text(Character.toUpperCase(noun.charAt(0)) + noun.substring(1) + "s")
        .raw("</th><th scope=\"col\">Newly rejected</th><th scope=\"col\">Newly admitted</th>")
        .raw("</tr></thead>\n<tbody>\n");
    for (Timeline.Step step : timeline.steps()) {
      if (step.watched() > 0) {
        page.raw("<tr>")
            .raw("<th scope=\"row\">" + ReportFigures.time(step.start()) + "</th><td>")
            .raw(ReportFigures.number(step.counts().total()) + "</td><td>")
            .raw(ReportFigures.number(step.counts().onlyCandidateRejects()) + "</td><td>")
            .raw(ReportFigures.number(step.counts().onlyEnforcedRejects()) + "</td></tr>\n");
      }
    }
    page.raw("</tbody>\n</table>\n</details>\n");
  }

  private String summary() {
    return "Share of "
        + noun
        + "s that diverge from "
        + ReportFigures.time(timeline.start())
        + " to "
        + ReportFigures.time(timeline.end())
        + " UTC, highest "
        + percent(timeline.highestShare());
  }

  private String tooltip(Timeline.Step step) {
    AgreementCounts counts = step.counts();
    return ReportFigures.time(step.start())
        + " UTC: "
        + (step.watched() == 0
            ? "not compared"
            : ReportFigures.number(counts.total(), noun)
                + ", "
                + ReportFigures.number(counts.onlyCandidateRejects())
                + " newly rejected, "
                + ReportFigures.number(counts.onlyEnforcedRejects())
                + " newly admitted");
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f", 100 * share).replaceAll("\\.?0+$", "") + " %";
  }

  private static String compact(long count) {
    return count < 10_000
        ? ReportFigures.number(count)
        : count < 10_000_000 ? count / 1_000 + " k" : count / 1_000_000 + " M";
  }
}
