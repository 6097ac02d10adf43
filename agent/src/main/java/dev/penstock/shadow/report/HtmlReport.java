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

/** What came of a comparison, as one page that needs nothing but a browser. */
public final class HtmlReport {
  /*
   * No script and nothing from elsewhere: the page can be mailed, kept and opened years later, and
   * its policy lets a browser refuse whatever a hostile rule name may try. Charts are SVG that
   * stretches to the width there is; their labels are HTML, so that they stay readable on a phone.
   */
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

  private static final String READY_ICON =
      """
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11"/>\
      <path d="M6.5 12.5l3.7 3.7 7.3-8"/></svg>""";
  private static final String NOT_READY_ICON =
      """
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11"/>\
      <path d="M12 6v7.5M12 17.4v.2"/></svg>""";

  private final ComparisonResult findings;
  private final Verdict verdict;
  private final HtmlBuilder page = new HtmlBuilder();

  private HtmlReport(ComparisonResult findings) {
    this.findings = findings;
    this.verdict = Verdict.of(findings);
  }

  /** The page, with further remarks in its fine print. */
  public static String of(ComparisonResult findings, List<String> notes) {
    HtmlReport report = new HtmlReport(findings);
    report.head();
    report.verdict();
    report.traffic(findings.inbound(), "Requests that come in", "request");
    report.traffic(findings.outbound(), "Calls that go out", "call");
    new ReportNotes(findings, notes).addTo(report.page);
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
        + ReportFigures.plain(findings.candidate());
  }

  private void verdict() {
    page.raw("<header class=\"verdict " + (verdict.ready() ? "ready" : "not-ready") + "\">\n")
        .element("p", "eyebrow", "Penstock shadow report")
        .raw("<h1>" + (verdict.ready() ? READY_ICON : NOT_READY_ICON) + "<span>")
        .text(verdict.ready() ? "Ready to cut over" : "Not ready to cut over")
        .raw(" <span class=\"candidate\">to ")
        .prose(findings.candidate())
        .raw("</span></span></h1>\n<ul class=\"reasons\">\n");
    for (String reason : verdict.reasons()) {
      page.raw("<li>").prose(reason).raw("</li>\n");
    }
    page.raw("</ul>\n<dl class=\"facts\">\n");
    facts();
    page.raw("</dl>\n</header>\n");
  }

  private void facts() {
    AgreementCounts all = findings.inbound().counts().plus(findings.outbound().counts());
    CutoverCriteria terms = findings.terms();
    fact(
        "Diverging",
        ReportFigures.share(all.diverging(), all.total()),
        "at most " + ReportFigures.threshold(terms.thresholdPpm()) + " may");
    fact(
        "Compared",
        ReportFigures.number(all.total()),
        "at least " + ReportFigures.number(terms.minRequests()) + " asked for");
    fact(
        "Watched",
        ReportFigures.span(findings.watchedMicros() / 60_000_000),
        "at least " + ReportFigures.span(terms.minDurationMicros() / 60_000_000) + " asked for");
    long[] minutes = minutes().toArray();
    if (minutes.length > 0) {
      long first = LongStream.of(minutes).min().getAsLong();
      long last = LongStream.of(minutes).max().getAsLong();
      fact("From", ReportFigures.time(first), "until " + ReportFigures.time(last + 1) + " UTC");
    }
  }

  private LongStream minutes() {
    return Stream.of(findings.inbound(), findings.outbound())
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
    if (!traffic.rules().isEmpty() || traffic.counts().total() > 0 || traffic.unjudged() > 0) {
      new TrafficSection(traffic, noun, findings.terms()).addTo(page, title);
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
