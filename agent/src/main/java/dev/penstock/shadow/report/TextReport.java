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

/** The report on a comparison as text for a terminal. */
public final class TextReport {
  /** How the candidate was evaluated. */
  static final String METHOD =
      "the candidate decided all traffic and counted what it would have admitted itself";

  private static final int MOST_CLIENTS = 10;
  private static final int MOST_STEPS = 60;
  private static final int MAX_NAME_WIDTH = 32;

  private final Charset charset;
  private final StringBuilder text = new StringBuilder();

  private TextReport(Charset charset) {
    this.charset = charset;
  }

  /** The report in characters of the charset, with further notes at its end. */
  public static String of(ComparisonResult result, Charset charset, List<String> notes) {
    TextReport report = new TextReport(charset);
    report.verdict(result);
    report.traffic(result.inbound(), "inbound", "request");
    report.traffic(result.outbound(), "outbound", "call");
    report.notes(result, notes);
    return report.text.toString();
  }

  /** Only the verdict with its reasons. */
  public static String verdictOf(ComparisonResult result) {
    TextReport report = new TextReport(StandardCharsets.US_ASCII);
    report.verdict(result);
    return report.text.toString();
  }

  /** A name from a log without control characters. */
  public static String plain(String name) {
    return ReportFigures.plain(name);
  }

  private void verdict(ComparisonResult result) {
    Verdict verdict = Verdict.of(result);
    line((verdict.ready() ? "ready" : "not ready") + " to cut over to " + name(result));
    for (String reason : verdict.reasons()) {
      line("  - " + ReportFigures.plain(reason));
    }
  }

  private static String name(ComparisonResult result) {
    return ReportFigures.plain(result.candidate());
  }

  private void traffic(TrafficComparison traffic, String direction, String noun) {
    if (traffic.rules().isEmpty() && traffic.counts().total() == 0 && traffic.notCompared() == 0) {
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
    notCompared(traffic, noun);
    rules(traffic.rules(), noun);
    clients(traffic.newlyRejected(), "newly rejected most often");
    clients(traffic.newlyAdmitted(), "newly admitted most often");
    waits(traffic.waits());
    when(traffic);
  }

  private void outcomes(AgreementCounts counts) {
    outcome("both admit", counts.bothAdmit(), counts);
    outcome("only the candidate rejects", counts.onlyCandidateRejects(), counts);
    outcome("only the enforced rules reject", counts.onlyEnforcedRejects(), counts);
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

  private void notCompared(TrafficComparison traffic, String noun) {
    if (traffic.notCompared() > 0) {
      line(
          "  not compared: "
              + ReportFigures.number(traffic.notCompared(), noun)
              + ", rejected before the candidate had all it needs to decide; not counted above");
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
              ReportFigures.number(counts.onlyCandidateRejects()),
              ReportFigures.share(counts.onlyCandidateRejects(), counts.total()),
              ReportFigures.number(counts.onlyEnforcedRejects()),
              ReportFigures.share(counts.onlyEnforcedRejects(), counts.total())));
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
              uncertainty(client)));
    }
    if (clients.size() > shown.size()) {
      line("    and " + (clients.size() - shown.size()) + " more");
    }
  }

  private static String uncertainty(CountedClient client) {
    return client.tooMany() == 0
        ? ""
        : ", up to " + ReportFigures.number(client.tooMany()) + " of them from other clients";
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
    line("  " + Sparkline.of(timeline.divergingShares(), charset));
    line("  " + legend(timeline));
  }

  private static String legend(Timeline timeline) {
    return String.format(
        Locale.ROOT,
        "share of diverging calls, one character per %s, %s to %s UTC, maximum %.2f %%",
        ReportFigures.span(timeline.stepMinutes()),
        ReportFigures.time(timeline.start()),
        ReportFigures.time(timeline.end()),
        100 * timeline.highestShare());
  }

  private void notes(ComparisonResult result, List<String> notes) {
    line("");
    line("compared for " + ReportFigures.span(result.watchedMicros() / 60_000_000));
    for (String sentence : result.excluded().sentences()) {
      line("excluded: " + ReportFigures.plain(sentence));
    }
    line("method: " + METHOD);
    if (result.lostLines() > 0) {
      line(
          ReportFigures.number(result.lostLines(), "diverging call")
              + " missing in the divergence log; all counts are complete");
    }
    for (String note : notes) {
      line(ReportFigures.plain(note));
    }
  }

  private static int widest(List<String> names, String title) {
    int widest = title.length();
    for (String name : names) {
      widest = Math.max(widest, Math.min(name.length(), MAX_NAME_WIDTH));
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
