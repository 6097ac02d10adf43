package dev.penstock.cli.simulate;

import dev.penstock.shadow.ComparisonResult;
import dev.penstock.shadow.report.TextReport;
import dev.penstock.shadow.simulate.SimulationReport;
import dev.penstock.shadow.simulate.SimulationReport.ClientLine;
import dev.penstock.shadow.simulate.SimulationReport.RuleLine;
import dev.penstock.telemetry.CountedClient;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Prints the result of a simulation. */
final class SimulationText {
  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final SimulationReport report;
  private final NamedClients names;
  private final Charset charset;

  SimulationText(SimulationReport report, NamedClients names, Charset charset) {
    this.report = report;
    this.names = names;
    this.charset = charset;
  }

  void print(SimulationNotes notes, PrintStream out) {
    out.println(headline());
    out.println();
    printRules(out);
    printMostRejected(out);
    printRequestedClients(out);
    ComparisonResult comparison = report.comparison();
    if (comparison != null) {
      out.println();
      out.print(TextReport.of(names.named(comparison), charset, List.of()));
    }
    if (!notes.lines().isEmpty()) {
      out.println();
      notes.lines().forEach(out::println);
    }
  }

  private String headline() {
    String requests =
        number(report.requests()) + (report.requests() == 1 ? " request" : " requests");
    if (report.requests() == 0) {
      return requests;
    }
    return requests
        + " in "
        + span(report.lastMicros() - report.firstMicros())
        + ", from "
        + time(report.firstMicros())
        + " to "
        + time(report.lastMicros())
        + " UTC";
  }

  private void printRules(PrintStream out) {
    int width = widest(report.rules().stream().map(RuleLine::rule).toList(), "total");
    String row = "%-" + width + "s %12s %12s %12s %9s";
    print(out, row, "rule", "requests", "admitted", "rejected", "");
    for (RuleLine rule : report.rules()) {
      print(out, row, rule.rule(), rule.requests(), rule.admitted(), rule.rejected());
    }
    long all = report.requests();
    print(out, row, "total", all, all - report.rejected(), report.rejected());
  }

  private void printMostRejected(PrintStream out) {
    List<CountedClient> clients = names.named(report.mostRejected());
    if (clients.isEmpty()) {
      return;
    }
    int rule = widest(clients.stream().map(CountedClient::rule).toList(), "rule");
    int id = widest(clients.stream().map(CountedClient::id).toList(), "client");
    String row = "%-" + rule + "s  %-" + id + "s %12s  %s";
    out.println();
    out.println("clients rejected most often");
    print(out, row, "rule", "client", "rejected", "");
    for (CountedClient client : clients) {
      String atLeast =
          client.tooMany() == 0
              ? ""
              : "up to " + number(client.tooMany()) + " of them from other clients";
      print(
          out, row, client.rule(), TextReport.plain(client.id()), number(client.count()), atLeast);
    }
  }

  private void printRequestedClients(PrintStream out) {
    for (ClientLine client : report.requestedClients()) {
      out.println();
      out.println(
          TextReport.plain(client.key())
              + ": "
              + number(client.requests())
              + (client.requests() == 1 ? " request, " : " requests, ")
              + number(client.rejected())
              + " rejected"
              + (report.comparison() == null
                  ? ""
                  : ", " + number(client.candidateRejects()) + " by the candidate"));
    }
  }

  private static int widest(List<String> cells, String title) {
    return cells.stream().mapToInt(String::length).reduce(title.length(), Math::max);
  }

  private static void print(
      PrintStream out, String row, String rule, long requests, long admitted, long rejected) {
    String share =
        requests == 0 ? "" : String.format(Locale.ROOT, "%.2f %%", 100.0 * rejected / requests);
    print(out, row, rule, number(requests), number(admitted), number(rejected), share);
  }

  private static void print(PrintStream out, String row, Object... cells) {
    out.println(String.format(Locale.ROOT, row, cells).stripTrailing());
  }

  static String number(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  private static String time(long micros) {
    return UTC.format(Instant.ofEpochSecond(micros / 1_000_000));
  }

  /** A duration in its two largest units; in milliseconds if it is below one second. */
  static String span(long micros) {
    Duration span = Duration.ofNanos(micros * 1000);
    if (span.toDays() > 0) {
      return span.toDays() + " d" + rest(span.toHoursPart(), "h");
    }
    if (span.toHours() > 0) {
      return span.toHours() + " h" + rest(span.toMinutesPart(), "min");
    }
    if (span.toMinutes() > 0) {
      return span.toMinutes() + " min" + rest(span.toSecondsPart(), "s");
    }
    return micros > 0 && micros < 1_000_000
        ? (micros + 999) / 1000 + " ms"
        : span.toSeconds() + " s";
  }

  private static String rest(int count, String unit) {
    return count == 0 ? "" : " " + count + " " + unit;
  }
}
