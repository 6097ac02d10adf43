package dev.penstock.cli.simulate;

import dev.penstock.cli.ExitCode;
import dev.penstock.cli.StdoutCharset;
import dev.penstock.cli.UsageException;
import dev.penstock.cli.ValidateCommand;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.ParsedRules;
import dev.penstock.rules.config.RulesFile;
import dev.penstock.shadow.CandidateTrial;
import dev.penstock.shadow.ComparisonResult;
import dev.penstock.shadow.report.HtmlReport;
import dev.penstock.shadow.simulate.DecisionLines;
import dev.penstock.shadow.simulate.ShownClients;
import dev.penstock.shadow.simulate.SimulationProgress;
import dev.penstock.shadow.simulate.SimulationReport;
import dev.penstock.shadow.simulate.Simulator;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The {@code simulate} command: replays access logs through rules and a candidate. */
public final class SimulateCommand {
  private final SimulateOptions options;
  private final InputStream in;
  private final PrintStream out;
  private final PrintStream err;

  private final ShownClients clients;

  /** Where everything except decisions is printed. */
  private final PrintStream text;

  private SimulateCommand(
      SimulateOptions options, InputStream in, PrintStream out, PrintStream err) {
    this.options = options;
    this.in = in;
    this.out = out;
    this.err = err;
    clients = new ShownClients(options.showsKeys());
    text = options.decisionsToStdout() ? err : out;
  }

  public static ExitCode run(List<String> args, InputStream in, PrintStream out, PrintStream err)
      throws UsageException {
    return new SimulateCommand(SimulateOptions.read(args), in, out, err).run();
  }

  private ExitCode run() throws UsageException {
    RuleSets rules = rules();
    if (rules == null) {
      return ExitCode.PROBLEMS;
    }
    if (options.html() != null
        && rules.candidate() == null
        && CandidateTrial.ofInbound(rules) == null) {
      throw new UsageException("`--html` needs `--candidate`, because the page shows a comparison");
    }
    for (String log : options.logs()) {
      String why = whyUnreadable(log);
      if (why != null) {
        return fail("cannot read " + log + ": " + why);
      }
    }
    return simulate(rules);
  }

  /** The rules with their candidate; if they have problems, prints these and returns null. */
  private @Nullable RuleSets rules() {
    ParsedRules parsed = RulesFile.read(new File(options.rules()), options.candidate());
    if (parsed instanceof ParsedRules.Broken broken) {
      ValidateCommand.printProblems(options.rules(), broken, text);
      return null;
    }
    ParsedRules.Good good = (ParsedRules.Good) parsed;
    if (!good.candidateProblems().isEmpty()) {
      ValidateCommand.printProblems(
          "the candidate of " + options.rules(), good.candidateProblems(), text);
      return null;
    }
    return good.rules();
  }

  /** Checked for all logs first, so that a long simulation does not fail at the last log. */
  private static @Nullable String whyUnreadable(String log) {
    if (log.equals(SimulateOptions.STANDARD_STREAM)) {
      return null;
    }
    File file = new File(log);
    if (!file.exists()) {
      return "the file does not exist";
    }
    return file.isDirectory() ? "it is a directory" : file.canRead() ? null : "permission denied";
  }

  private ExitCode simulate(RuleSets rules) {
    String decisions = options.decisions();
    if (decisions == null) {
      return simulateAndPrint(rules, /* lines= */ null);
    }
    if (options.decisionsToStdout()) {
      return simulateAndPrint(rules, new DecisionLines(out));
    }
    try (OutputStream file = new FileOutputStream(decisions)) {
      return simulateAndPrint(rules, new DecisionLines(file));
    } catch (IOException | UncheckedIOException e) {
      return fail("cannot write " + decisions + ": " + e.getMessage());
    }
  }

  private ExitCode simulateAndPrint(RuleSets rules, @Nullable DecisionLines lines) {
    SimulationReport report = replay(rules, lines);
    if (report == null) {
      return ExitCode.PROBLEMS;
    }
    SimulationNotes notes = new SimulationNotes(report, rules);
    new SimulationText(report, names(), StdoutCharset.find()).print(notes, text);
    boolean unreadable = report.requests() == 0 && report.skipped().count() > 0;
    return writePage(report, notes) && !unreadable ? ExitCode.SUCCESS : ExitCode.PROBLEMS;
  }

  /** Writes the HTML page if one is requested; false if that fails. */
  private boolean writePage(SimulationReport report, SimulationNotes notes) {
    String html = options.html();
    if (html == null) {
      return true;
    }
    ComparisonResult comparison = report.comparison();
    if (comparison == null) {
      fail("the log contains no requests, so " + html + " was not written");
      return false;
    }
    try (OutputStream page = new FileOutputStream(html)) {
      page.write(
          HtmlReport.of(comparison, notes.withoutLogLines()).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      fail("cannot write " + html + ": " + e.getMessage());
      return false;
    }
    text.println();
    text.println("wrote " + html);
    return true;
  }

  /** The clients that the user knows by key. */
  private NamedClients names() {
    Map<String, String> keyById = new HashMap<>();
    for (String key : options.keys()) {
      keyById.put(clients.idOf(key), key);
    }
    return new NamedClients(keyById);
  }

  private @Nullable SimulationReport replay(RuleSets rules, @Nullable DecisionLines lines) {
    try (ProgressBar bar = ProgressBar.on(err, options.logs())) {
      SimulationProgress progress = bar == null ? SimulationProgress.NONE : bar;
      Simulator simulator = new Simulator(rules, clients, options.keys(), lines, progress);
      for (String log : options.logs()) {
        try {
          simulator.replay(log, in, options.format());
        } catch (IOException e) {
          fail("cannot read " + log + ": " + e.getMessage());
          return null;
        }
      }
      if (lines != null) {
        lines.flush();
      }
      return simulator.report();
    }
  }

  private ExitCode fail(String why) {
    err.println("error: " + why);
    return ExitCode.PROBLEMS;
  }
}
