package dev.penstock.shadow.report;

import dev.penstock.rules.CutoverCriteria;
import dev.penstock.shadow.ComparisonResult;
import java.util.List;
import java.util.Locale;

/** The last section of the page: explains how to read its numbers. */
final class ReportNotes {
  private static final String COUNTS =
      "Exact. A call to which several rules apply is counted once in the outcomes, and once for"
          + " each rule in the table of rules.";
  private static final String CLIENTS =
      "Named by a keyed hash of their key; `penstock report --key user=42` finds a client. Only"
          + " the most affected clients are kept. A count may include calls of clients that were"
          + " dropped from the list before; if so, the report says how many at most.";
  private static final String NOT_COMPARED =
      "Calls that were rejected before the candidate had all it needs to decide. No count"
          + " includes them.";
  private static final String TIMES =
      "UTC. Minutes without a comparison are shaded and not included in the duration.";

  private final ComparisonResult result;
  private final List<String> notes;

  ReportNotes(ComparisonResult result, List<String> notes) {
    this.result = result;
    this.notes = List.copyOf(notes);
  }

  void addTo(HtmlBuilder page) {
    page.raw("<section class=\"fine\">\n<h2>How to read this report</h2>\n<dl>\n");
    item(page, "Method", method());
    item(page, "Verdict", criteria());
    item(page, "Counts", COUNTS);
    item(page, "Clients", CLIENTS);
    item(page, "Not compared", NOT_COMPARED);
    item(page, "Times", TIMES);
    if (!result.excluded().isEmpty()) {
      item(
          page,
          "Excluded",
          String.join("; ", result.excluded().sentences())
              + ". Rules that were switched off or to another mode are excluded on both sides.");
    }
    if (result.lostLines() > 0) {
      item(
          page,
          "Missing lines",
          ReportFigures.number(result.lostLines(), "diverging call")
              + " could not be written to the divergence log. All counts include them.");
    }
    for (String note : notes) {
      item(page, "Note", note);
    }
    page.raw("</dl>\n</section>\n");
  }

  private static String method() {
    return TextReport.METHOD.substring(0, 1).toUpperCase(Locale.ROOT)
        + TextReport.METHOD.substring(1)
        + ", as if it were enforced. It did not affect any call.";
  }

  private String criteria() {
    CutoverCriteria criteria = result.criteria();
    return "Ready if at most "
        + ReportFigures.threshold(criteria.thresholdPpm())
        + " of the calls of each direction diverge, over at least "
        + ReportFigures.number(criteria.minRequests(), "call")
        + " and "
        + ReportFigures.span(criteria.minDurationMicros() / 60_000_000)
        + ".";
  }

  private static void item(HtmlBuilder page, String name, String text) {
    page.raw("<div>").element("dt", name).raw("<dd>").prose(text).raw("</dd></div>\n");
  }
}
