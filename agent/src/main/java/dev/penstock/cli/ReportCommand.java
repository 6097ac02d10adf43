package dev.penstock.cli;

import dev.penstock.cli.simulate.KnownClients;
import dev.penstock.rules.cutover.Promotion;
import dev.penstock.shadow.ComparisonResult;
import dev.penstock.shadow.log.ClientId;
import dev.penstock.shadow.log.LogContent;
import dev.penstock.shadow.log.LogReader;
import dev.penstock.shadow.report.HtmlReport;
import dev.penstock.shadow.report.TextReport;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The {@code report} command: shows what a candidate would change, from divergence logs. */
final class ReportCommand {
  private final ReportOptions options;
  private final Map<String, String> environment;
  private final Charset charset;
  private final PrintStream out;
  private final PrintStream err;

  ReportCommand(
      ReportOptions options,
      Map<String, String> environment,
      Charset charset,
      PrintStream out,
      PrintStream err) {
    this.options = options;
    this.environment = environment;
    this.charset = charset;
    this.out = out;
    this.err = err;
  }

  static ExitCode run(List<String> args, PrintStream out, PrintStream err) throws UsageException {
    return new ReportCommand(
            ReportOptions.parse(args), System.getenv(), StdoutCharset.find(), out, err)
        .run();
  }

  ExitCode run() throws UsageException {
    ClientId secret = secret();
    try {
      LogContent content = LogReader.read(options.logs);
      ComparisonResult logged = content.result();
      if (logged == null) {
        err.println("error: no comparison in " + words(options.logs) + found(content));
        return ExitCode.PROBLEMS;
      }
      return print(withCriteria(logged), content, secret);
    } catch (IOException e) {
      err.println("error: " + words(e));
      return ExitCode.PROBLEMS;
    }
  }

  private ExitCode print(ComparisonResult result, LogContent content, @Nullable ClientId secret)
      throws IOException {
    List<String> notes = notes(content);
    KnownClients known = new KnownClients(content, options.keys, secret);
    if (options.cutover == null) {
      out.print(TextReport.of(known.named(result), charset, notes));
      known.print(out);
    } else {
      Promotion.Result promotion = promote(options.cutover, result.candidate());
      if (promotion instanceof Promotion.Rejected refused) {
        return ValidateCommand.printProblems(options.cutover, refused.problems(), err);
      }
      err.print(TextReport.verdictOf(known.named(result)));
      out.print(((Promotion.Promoted) promotion).text());
    }
    if (options.html != null) {
      // The page may be passed on, so it contains no keys of clients.
      Files.writeString(options.html, HtmlReport.of(result, notes));
      (options.cutover == null ? out : err).println("wrote " + options.html);
    }
    return ExitCode.SUCCESS;
  }

  /** Promotes the candidate that the file names, or else the one that the log names. */
  private static Promotion.Result promote(String rulesFile, String candidate) {
    Promotion.Result own = Promotion.promote(new File(rulesFile));
    return own instanceof Promotion.Rejected && new File(candidate).isFile()
        ? Promotion.promote(new File(rulesFile), candidate)
        : own;
  }

  private ComparisonResult withCriteria(ComparisonResult logged) {
    return new ComparisonResult(
        logged.candidate(),
        options.criteriaOr(logged.criteria()),
        logged.watchedMicros(),
        logged.inbound(),
        logged.outbound(),
        logged.lostLines(),
        logged.excluded());
  }

  private static List<String> notes(LogContent content) {
    List<String> notes = new ArrayList<>();
    if (content.runs() > 1) {
      notes.add(
          content.runs()
              + " runs are summed up; clients that are hashed with different salts are listed"
              + " separately");
    }
    if (!content.earlierCandidates().isEmpty()) {
      notes.add("earlier comparisons are not included: " + earlierCandidates(content));
    }
    if (content.brokenLines() > 0) {
      notes.add(ValidateCommand.count(content.brokenLines(), "line") + " could not be parsed");
    }
    return notes;
  }

  private static String earlierCandidates(LogContent content) {
    Map<String, Integer> times = new TreeMap<>();
    for (String candidate : content.earlierCandidates()) {
      times.merge(candidate, 1, Integer::sum);
    }
    List<String> names = new ArrayList<>();
    times.forEach((name, count) -> names.add(count == 1 ? name : count + " with " + name));
    return String.join(", ", names);
  }

  private @Nullable ClientId secret() throws UsageException {
    if (options.secretVariable == null) {
      return null;
    }
    String secret = environment.get(options.secretVariable);
    if (secret == null || secret.isEmpty()) {
      throw new UsageException(
          "the environment variable `" + options.secretVariable + "` is not set");
    }
    return ClientId.withSecret(secret);
  }

  private static String found(LogContent content) {
    return content.lines() == 0
        ? ": the log is empty"
        : ": "
            + ValidateCommand.count(content.lines(), "line")
            + ", but no start line of a divergence log";
  }

  private static String words(List<Path> logs) {
    return String.join(", ", logs.stream().map(Path::toString).toList());
  }

  private static String words(IOException e) {
    if (e instanceof NoSuchFileException missing) {
      return missing.getFile() + " does not exist";
    }
    if (e instanceof FileSystemException refused) {
      String reason = refused.getReason();
      return "cannot access "
          + refused.getFile()
          + ": "
          + (reason == null ? refused.getClass().getSimpleName() : reason);
    }
    return String.valueOf(e.getMessage());
  }
}
