package dev.penstock.shadow.report;

import dev.penstock.rules.CutoverCriteria;
import dev.penstock.shadow.ComparisonResult;
import java.util.List;
import java.util.Locale;

/** What a reader has to know to take the numbers of a page for what they are. */
final class ReportNotes {
  private final ComparisonResult findings;
  private final List<String> notes;

  ReportNotes(ComparisonResult findings, List<String> notes) {
    this.findings = findings;
    this.notes = List.copyOf(notes);
  }

  void addTo(HtmlBuilder page) {
    page.raw("<section class=\"fine\">\n<h2>The fine print</h2>\n<dl>\n");
    item(
        page,
        "View",
        TextReport.VIEW.substring(0, 1).toUpperCase(Locale.ROOT)
            + TextReport.VIEW.substring(1)
            + ", as if it were the one enforced. Nothing was turned away because of it.");
    item(page, "Verdict", terms());
    item(
        page,
        "Counts",
        "Exact. A call that several rules are for is counted once above, and once for each rule in"
            + " the table of rules.");
    item(
        page,
        "Clients",
        "Told by a keyed hash of their key; `penstock report --key user=42` finds one. Only those"
            + " most affected are kept. A count may include calls of others that were dropped from"
            + " the list before; where it may, it says how many at most.");
    item(
        page,
        "Not judged",
        "Calls that were turned away before all that the candidate needs was known. They are in"
            + " none of the counts.");
    item(page, "Times", "UTC. A minute in which nobody watched is shaded, and counts for nothing.");
    if (!findings.excluded().isEmpty()) {
      item(
          page,
          "Not compared",
          String.join("; ", findings.excluded().sentences())
              + ". Rules that are off or switched over are left out on both sides.");
    }
    if (findings.lostLines() > 0) {
      item(
          page,
          "Missing lines",
          ReportFigures.number(findings.lostLines(), "diverging call")
              + " could not be written to the log as an example. All counts include them.");
    }
    for (String note : notes) {
      item(page, "Note", note);
    }
    page.raw("</dl>\n</section>\n");
  }

  private String terms() {
    CutoverCriteria terms = findings.terms();
    return "Ready if at most "
        + ReportFigures.threshold(terms.thresholdPpm())
        + " of the calls of each direction diverge, over at least "
        + ReportFigures.number(terms.minRequests(), "call")
        + " and "
        + ReportFigures.span(terms.minDurationMicros() / 60_000_000)
        + ".";
  }

  private static void item(HtmlBuilder page, String name, String words) {
    page.raw("<div>").element("dt", name).raw("<dd>").prose(words).raw("</dd></div>\n");
  }
}
