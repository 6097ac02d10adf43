package dev.penstock.shadow.report;

import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.CandidateWaits;
import dev.penstock.shadow.ComparisonResult;
import dev.penstock.shadow.RuleCounts;
import dev.penstock.shadow.TrafficComparison;
import dev.penstock.shadow.Verdict;
import dev.penstock.telemetry.CountedClient;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** What came of a comparison, for a terminal. */
public final class TextReport {
  /** From where a report sees what it tells. */
  static final String VIEW =
      "the candidate judged all offered traffic and spent what it would itself have admitted";

  private static final int MOST_CLIENTS = 10;
  private static final int MOST_STEPS = 60;
  private static final int WIDEST_NAME = 32;

  private final Charset charset;
  private final StringBuilder text = new StringBuilder();

  private TextReport(Charset charset) {
    this.charset = charset;
  }

  /** The report, in signs that the charset has, with further remarks at its end. */
  public static String of(ComparisonResult findings, Charset charset, List<String> notes) {
    TextReport report = new TextReport(charset);
    report.verdict(findings);
    report.traffic(findings.inbound(), "inbound", "request");
    report.traffic(findings.outbound(), "outbound", "call");
    report.finePrint(findings, notes);
    return report.text.toString();
  }

  /** Only whether the candidate is ready, and why. */
  public static String verdictOf(ComparisonResult findings) {
    TextReport report = new TextReport(StandardCharsets.US_ASCII);
    report.verdict(findings);
    return report.text.toString();
  }

  /** A name from a log, without what a terminal would obey. */
  public static String plain(String name) {
    return ReportFigures.plain(name);
  }

  private void verdict(ComparisonResult findings) {
    Verdict verdict = Verdict.of(findings);
    line((verdict.ready() ? "ready" : "not ready") + " to cut over to " + name(findings));
    for (String reason : verdict.reasons()) {
      line("  - " + ReportFigures.plain(reason));
    }
  }

  private static String name(ComparisonResult findings) {
    return ReportFigures.plain(findings.candidate());
  }

  private void traffic(TrafficComparison traffic, String direction, String noun) {
    if (traffic.rules().isEmpty() && traffic.counts().total() == 0 && traffic.unjudged() == 0) {
      return;
    }
    AgreementCounts counts = traffic.counts();
    line("");
    if (counts.total() == 0) {
      line(direction + ": no " + noun + " was compared");
    } else {
      line(
          direction
              + ": "
              + ReportFigures.number(counts.total(), noun)
              + ", "
              + ReportFigures.share(counts.diverging(), counts.total())
              + " diverge");
      outcomes(counts);
    }
    unjudged(traffic, noun);
    rules(traffic.rules(), noun);
    clients(traffic.newlyRejected(), "newly rejected, most of all");
    clients(traffic.newlyAdmitted(), "newly admitted, most of all");
    waits(traffic.waits());
    when(traffic);
  }

  private void outcomes(AgreementCounts counts) {
    outcome("both admit", counts.bothAdmit(), counts);
    outcome("only the candidate rejects", counts.onlyNewRejects(), counts);
    outcome("only the rules in force reject", counts.onlyOldRejects(), counts);
    outcome("both reject", counts.bothReject(), counts);
  }

  private void outcome(String words, long count, AgreementCounts counts) {
    line(
        String.format(
            Locale.ROOT,
            "  %-30s %15s %9s",
            words,
            ReportFigures.number(count),
            ReportFigures.share(count, counts.total())));
  }

  private void unjudged(TrafficComparison traffic, String noun) {
    if (traffic.unjudged() > 0) {
      line(
          "  not judged: "
              + ReportFigures.number(traffic.unjudged(), noun)
              + ", turned away before all that the candidate needs was known; in no count above");
    }
  }

  private void rules(List<RuleCounts> rules, String noun) {
    if (rules.isEmpty()) {
      return;
    }
    int width = widest(rules.stream().map(RuleCounts::rule).toList(), "rule");
    String row = "  %-" + width + "s %13s %15s %9s %15s %9s";
    line("");
    line(row(row, "rule", noun + "s", "newly rejected", "", "newly admitted", ""));
    for (RuleCounts rule : rules) {
      AgreementCounts counts = rule.counts();
      line(
          row(
              row,
              ReportFigures.plain(rule.rule()),
              ReportFigures.number(counts.total()),
              ReportFigures.number(counts.onlyNewRejects()),
              ReportFigures.share(counts.onlyNewRejects(), counts.total()),
              ReportFigures.number(counts.onlyOldRejects()),
              ReportFigures.share(counts.onlyOldRejects(), counts.total())));
      line("    " + RuleChangeText.of(rule));
    }
  }

  private void clients(List<CountedClient> clients, String title) {
    if (clients.isEmpty()) {
      return;
    }
    line("");
    line("  " + title);
    List<CountedClient> shown = clients.subList(0, Math.min(clients.size(), MOST_CLIENTS));
    int rule = widest(shown.stream().map(CountedClient::rule).toList(), "");
    int id = widest(shown.stream().map(CountedClient::id).toList(), "");
    for (CountedClient client : shown) {
      line(
          row(
              "    %-" + rule + "s  %-" + id + "s %11s%s",
              ReportFigures.plain(client.rule()),
              ReportFigures.plain(client.id()),
              ReportFigures.number(client.count()),
              counted(client)));
    }
    if (clients.size() > shown.size()) {
      line("    and " + (clients.size() - shown.size()) + " more");
    }
  }

  private static String counted(CountedClient client) {
    return client.tooMany() == 0
        ? ""
        : ", at most " + ReportFigures.number(client.tooMany()) + " of them counted for others";
  }

  private void waits(CandidateWaits waits) {
    if (waits.held() > 0) {
      line("");
      line(
          "  the candidate would have held "
              + ReportFigures.number(waits.held(), "call")
              + ", for "
              + ReportFigures.heldFor(waits.totalMicros() / waits.held())
              + " on average and "
              + ReportFigures.heldFor(waits.longestMicros())
              + " at most");
    }
  }

  private void when(TrafficComparison traffic) {
    if (traffic.minutes().isEmpty() || traffic.counts().total() == 0) {
      return;
    }
    Timeline timeline = Timeline.of(traffic.minutes(), MOST_STEPS);
    line("");
    line("  " + ReportSparkline.of(timeline, charset));
    line("  " + ReportSparkline.legend(timeline));
  }

  private void finePrint(ComparisonResult findings, List<String> notes) {
    line("");
    line("watched for " + ReportFigures.span(findings.watchedMicros() / 60_000_000));
    for (String sentence : findings.excluded().sentences()) {
      line("not compared: " + ReportFigures.plain(sentence));
    }
    line("view: " + VIEW);
    if (findings.lostLines() > 0) {
      line(
          ReportFigures.number(findings.lostLines(), "diverging call")
              + " not in the log, as it could not keep up; all counts are complete");
    }
    for (String note : notes) {
      line(ReportFigures.plain(note));
    }
  }

  private static int widest(List<String> names, String title) {
    int widest = title.length();
    for (String name : names) {
      widest = Math.max(widest, Math.min(name.length(), WIDEST_NAME));
    }
    return Math.max(widest, 1);
  }

  private static String row(String format, Object... cells) {
    return String.format(Locale.ROOT, format, cells).stripTrailing();
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
