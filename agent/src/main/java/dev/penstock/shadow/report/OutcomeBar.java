package dev.penstock.shadow.report;

import dev.penstock.shadow.AgreementCounts;

/** The four outcomes of a comparison as one bar and as numbers. */
final class OutcomeBar {
  private static final double WIDTH = 1_000;

  /** Every outcome that occurred is visible, even if it is rare. */
  private static final double LEAST_WIDTH = 10;

  private static final String[] NAMES = {
    "Both admit", "Only the candidate rejects", "Only the enforced rules reject", "Both reject"
  };
  private static final String[] STYLES = {"admit", "new", "old", "reject"};
  private static final String[] REMARKS = {
    "no change", "newly rejected", "newly admitted", "no change"
  };

  private final long total;
  private final long[] counts;

  OutcomeBar(AgreementCounts counts) {
    this.total = counts.total();
    this.counts =
        new long[] {
          counts.bothAdmit(),
          counts.onlyCandidateRejects(),
          counts.onlyEnforcedRejects(),
          counts.bothReject()
        };
  }

  void addTo(HtmlBuilder page) {
    page.raw("<h3>Outcomes</h3>\n<svg class=\"outcome\" viewBox=\"0 0 1000 10\"")
        .raw(" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"")
        .text(label())
        .raw("\">");
    double at = 0;
    double[] widths = widths();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        page.raw("<rect class=\"" + STYLES[i] + "\" height=\"10\" x=\"" + HtmlBuilder.length(at))
            .raw("\" width=\"" + HtmlBuilder.length(widths[i]) + "\"><title>")
            .text(label(i))
            .raw("</title></rect>");
        at += widths[i];
      }
    }
    page.raw("</svg>\n<dl class=\"tiles\">\n");
    for (int i = 0; i < counts.length; i++) {
      page.raw("<div><dt><span class=\"swatch " + STYLES[i] + "\"></span>")
          .text(NAMES[i])
          .raw("</dt><dd><strong>")
          .text(ReportFigures.number(counts[i]))
          .raw("</strong> <span>")
          .text(ReportFigures.share(counts[i], total) + ", " + REMARKS[i])
          .raw("</span></dd></div>\n");
    }
    page.raw("</dl>\n");
  }

  private double[] widths() {
    double[] widths = new double[counts.length];
    double sum = 0;
    for (int i = 0; i < counts.length; i++) {
      widths[i] = counts[i] == 0 ? 0 : Math.max(LEAST_WIDTH, WIDTH * counts[i] / total);
      sum += widths[i];
    }
    for (int i = 0; i < counts.length; i++) {
      widths[i] *= WIDTH / sum;
    }
    return widths;
  }

  private String label() {
    StringBuilder label = new StringBuilder("Shares of the four outcomes");
    for (int i = 0; i < counts.length; i++) {
      label.append(i == 0 ? ": " : "; ").append(label(i));
    }
    return label.toString();
  }

  private String label(int i) {
    return NAMES[i]
        + ": "
        + ReportFigures.number(counts[i])
        + ", "
        + ReportFigures.share(counts[i], total);
  }
}
