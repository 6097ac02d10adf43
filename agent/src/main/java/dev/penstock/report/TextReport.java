package dev.penstock.report;

import dev.penstock.shadow.Client;
import dev.penstock.shadow.Counts;
import dev.penstock.shadow.Findings;
import dev.penstock.shadow.RuleCounts;
import dev.penstock.shadow.Traffic;
import dev.penstock.shadow.Verdict;
import dev.penstock.shadow.Waits;
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
  public static String of(Findings findings, Charset charset, List<String> notes) {
    TextReport report = new TextReport(charset);
    report.verdict(findings);
    report.traffic(findings.inbound(), "inbound", "request");
    report.traffic(findings.outbound(), "outbound", "call");
    report.finePrint(findings, notes);
    return report.text.toString();
  }

  /** Only whether the candidate is ready, and why. */
  public static String verdictOf(Findings findings) {
    TextReport report = new TextReport(StandardCharsets.US_ASCII);
    report.verdict(findings);
    return report.text.toString();
  }

  /** A name from a log, without what a terminal would obey. */
  public static String plain(String name) {
    return Figures.plain(name);
  }

  private void verdict(Findings findings) {
    Verdict verdict = Verdict.of(findings);
    line((verdict.ready() ? "ready" : "not ready") + " to cut over to " + name(findings));
    for (String reason : verdict.reasons()) {
      line("  - " + Figures.plain(reason));
    }
  }

  private static String name(Findings findings) {
    return Figures.plain(findings.candidate());
  }

  private void traffic(Traffic traffic, String direction, String noun) {
    if (traffic.rules().isEmpty() && traffic.counts().total() == 0 && traffic.unjudged() == 0) {
      return;
    }
    Counts counts = traffic.counts();
    line("");
    if (counts.total() == 0) {
      line(direction + ": no " + noun + " was compared");
    } else {
      line(
          direction
              + ": "
              + Figures.number(counts.total(), noun)
              + ", "
              + Figures.share(counts.diverging(), counts.total())
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

  private void outcomes(Counts counts) {
    outcome("both admit", counts.bothAdmit(), counts);
    outcome("only the candidate rejects", counts.onlyNewRejects(), counts);
    outcome("only the rules in force reject", counts.onlyOldRejects(), counts);
    outcome("both reject", counts.bothReject(), counts);
  }

  private void outcome(String words, long count, Counts counts) {
    line(
        String.format(
            Locale.ROOT,
            "  %-30s %15s %9s",
            words,
            Figures.number(count),
            Figures.share(count, counts.total())));
  }

  private void unjudged(Traffic traffic, String noun) {
    if (traffic.unjudged() > 0) {
      line(
          "  not judged: "
              + Figures.number(traffic.unjudged(), noun)
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
      Counts counts = rule.counts();
      line(
          row(
              row,
              Figures.plain(rule.rule()),
              Figures.number(counts.total()),
              Figures.number(counts.onlyNewRejects()),
              Figures.share(counts.onlyNewRejects(), counts.total()),
              Figures.number(counts.onlyOldRejects()),
              Figures.share(counts.onlyOldRejects(), counts.total())));
      line("    " + RuleChange.of(rule));
    }
  }

  private void clients(List<Client> clients, String title) {
    if (clients.isEmpty()) {
      return;
    }
    line("");
    line("  " + title);
    List<Client> shown = clients.subList(0, Math.min(clients.size(), MOST_CLIENTS));
    int rule = widest(shown.stream().map(Client::rule).toList(), "");
    int id = widest(shown.stream().map(Client::id).toList(), "");
    for (Client client : shown) {
      line(
          row(
              "    %-" + rule + "s  %-" + id + "s %11s%s",
              Figures.plain(client.rule()),
              Figures.plain(client.id()),
              Figures.number(client.count()),
              counted(client)));
    }
    if (clients.size() > shown.size()) {
      line("    and " + (clients.size() - shown.size()) + " more");
    }
  }

  private static String counted(Client client) {
    return client.tooMany() == 0
        ? ""
        : ", at most " + Figures.number(client.tooMany()) + " of them counted for others";
  }

  private void waits(Waits waits) {
    if (waits.held() > 0) {
      line("");
      line(
          "  the candidate would have held "
              + Figures.number(waits.held(), "call")
              + ", for "
              + Figures.heldFor(waits.totalMicros() / waits.held())
              + " on average and "
              + Figures.heldFor(waits.longestMicros())
              + " at most");
    }
  }

  private void when(Traffic traffic) {
    if (traffic.minutes().isEmpty() || traffic.counts().total() == 0) {
      return;
    }
    Timeline timeline = Timeline.of(traffic.minutes(), MOST_STEPS);
    line("");
    line("  " + Sparkline.of(timeline, charset));
    line("  " + Sparkline.legend(timeline));
  }

  private void finePrint(Findings findings, List<String> notes) {
    line("");
    line("watched for " + Figures.span(findings.watchedMicros() / 60_000_000));
    for (String sentence : findings.excluded().sentences()) {
      line("not compared: " + Figures.plain(sentence));
    }
    line("view: " + VIEW);
    if (findings.lostLines() > 0) {
      line(
          Figures.number(findings.lostLines(), "diverging call")
              + " not in the log, as it could not keep up; all counts are complete");
    }
    for (String note : notes) {
      line(Figures.plain(note));
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
