package dev.penstock.shadow.report;

import dev.penstock.rules.CutoverCriteria;
import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.ComparisonResult;
import dev.penstock.shadow.MinuteCounts;
import dev.penstock.shadow.TrafficComparison;
import dev.penstock.shadow.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The report on a comparison as one self-contained HTML page. */
public final class HtmlReport {
  /*
   * No scripts and no external resources: the page can be mailed, archived and opened years later,
   * and its content security policy blocks whatever a hostile rule name may try. Charts are SVG
   * that scales to the available width; their labels are HTML, so that they stay readable on a
   * phone.
   */
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

  private static final String READY_ICON =
      """
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11"/>\
      <path d="M6.5 12.5l3.7 3.7 7.3-8"/></svg>\
      """;
  private static final String NOT_READY_ICON =
      """
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11"/>\
      <path d="M12 6v7.5M12 17.4v.2"/></svg>\
      """;

  private final ComparisonResult result;
  private final Verdict verdict;
  private final HtmlBuilder page = new HtmlBuilder();

  private HtmlReport(ComparisonResult result) {
    this.result = result;
    this.verdict = Verdict.of(result);
  }

  /** The page, with further notes at its end. */
  public static String of(ComparisonResult result, List<String> notes) {
    HtmlReport report = new HtmlReport(result);
    report.head();
    report.verdict();
    report.traffic(result.inbound(), "Inbound requests", "request");
    report.traffic(result.outbound(), "Outbound calls", "call");
    new ReportNotes(result, notes).addTo(report.page);
    report.page.raw("</main>\n</body>\n</html>\n");
    return report.page.toString();
  }

  private void head() {
    page.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .raw("<meta http-equiv=\"Content-Security-Policy\" content=\"" + POLICY + "\">\n")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
        .raw("<meta name=\"robots\" content=\"noindex\">\n")
        .element("title", title() + " - Penstock")
        .raw("<style>\n" + css() + "</style>\n</head>\n<body>\n<main>\n");
  }

  private String title() {
    return (verdict.ready() ? "Ready" : "Not ready")
        + " to cut over to "
        + ReportFigures.plain(result.candidate());
  }

  private void verdict() {
    page.raw("<header class=\"verdict " + (verdict.ready() ? "ready" : "not-ready") + "\">\n")
        .element("p", "eyebrow", "Penstock shadow report")
        .raw("<h1>" + (verdict.ready() ? READY_ICON : NOT_READY_ICON) + "<span>")
        .text(verdict.ready() ? "Ready to cut over" : "Not ready to cut over")
        .raw(" <span class=\"candidate\">to ")
        .prose(result.candidate())
        .raw("</span></span></h1>\n<ul class=\"reasons\">\n");
    for (String reason : verdict.reasons()) {
      page.raw("<li>").prose(reason).raw("</li>\n");
    }
    page.raw("</ul>\n<dl class=\"facts\">\n");
    facts();
    page.raw("</dl>\n</header>\n");
  }

  private void facts() {
    AgreementCounts all = result.inbound().counts().plus(result.outbound().counts());
    CutoverCriteria criteria = result.criteria();
    fact(
        "Diverging",
        ReportFigures.share(all.diverging(), all.total()),
        "allowed: at most " + ReportFigures.threshold(criteria.thresholdPpm()));
    fact(
        "Compared",
        ReportFigures.number(all.total()),
        "required: at least " + ReportFigures.number(criteria.minRequests()));
    fact(
        "Duration",
        ReportFigures.span(result.watchedMicros() / 60_000_000),
        "required: at least " + ReportFigures.span(criteria.minDurationMicros() / 60_000_000));
    long[] minutes = minutes().toArray();
    if (minutes.length > 0) {
      long first = LongStream.of(minutes).min().getAsLong();
      long last = LongStream.of(minutes).max().getAsLong();
      fact("From", ReportFigures.time(first), "until " + ReportFigures.time(last + 1) + " UTC");
    }
  }

  private LongStream minutes() {
    return Stream.of(result.inbound(), result.outbound())
        .map(TrafficComparison::minutes)
        .flatMap(List::stream)
        .mapToLong(MinuteCounts::minute);
  }

  private void fact(String name, String value, String remark) {
    page.raw("<div>")
        .element("dt", name)
        .raw("<dd><strong>")
        .text(value)
        .raw("</strong> <span>")
        .text(remark)
        .raw("</span></dd></div>\n");
  }

  private void traffic(TrafficComparison traffic, String title, String noun) {
    if (!traffic.rules().isEmpty() || traffic.counts().total() > 0 || traffic.notCompared() > 0) {
      new TrafficSection(traffic, noun, result.criteria()).addTo(page, title);
    }
  }

  private static String css() {
    try (InputStream in = HtmlReport.class.getResourceAsStream("report.css")) {
      if (in == null) {
        throw new IllegalStateException("not in the jar: report.css");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
