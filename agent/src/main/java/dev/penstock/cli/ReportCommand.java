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

/** Tells what a candidate would change, from the log of its comparison. */
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
      LogContent reading = LogReader.read(options.logs);
      ComparisonResult logged = reading.findings();
      if (logged == null) {
        err.println("error: no comparison in " + words(options.logs) + found(reading));
        return ExitCode.PROBLEMS;
      }
      return tell(withTerms(logged), reading, secret);
    } catch (IOException e) {
      err.println("error: " + words(e));
      return ExitCode.PROBLEMS;
    }
  }

  private ExitCode tell(ComparisonResult findings, LogContent reading, @Nullable ClientId secret)
      throws IOException {
    List<String> notes = notes(reading);
    KnownClients known = new KnownClients(reading, options.keys, secret);
    if (options.cutover == null) {
      out.print(TextReport.of(known.named(findings), charset, notes));
      known.print(out);
    } else {
      Promotion.Result result = promote(options.cutover, findings.candidate());
      if (result instanceof Promotion.Refused refused) {
        return ValidateCommand.refuse(options.cutover, refused.problems(), err);
      }
      err.print(TextReport.verdictOf(known.named(findings)));
      out.print(((Promotion.Promoted) result).text());
    }
    if (options.html != null) {
      // The page is made to be passed on, so it names nobody.
      Files.writeString(options.html, HtmlReport.of(findings, notes));
      (options.cutover == null ? out : err).println("wrote " + options.html);
    }
    return ExitCode.FINE;
  }

  /** The candidate is what the file says, or else what the agent was told to compare it with. */
  private static Promotion.Result promote(String rulesFile, String candidate) {
    Promotion.Result own = Promotion.promote(new File(rulesFile));
    return own instanceof Promotion.Refused && new File(candidate).isFile()
        ? Promotion.promote(new File(rulesFile), candidate)
        : own;
  }

  private ComparisonResult withTerms(ComparisonResult logged) {
    return new ComparisonResult(
        logged.candidate(),
        options.termsInsteadOf(logged.terms()),
        logged.watchedMicros(),
        logged.inbound(),
        logged.outbound(),
        logged.lostLines(),
        logged.excluded());
  }

  private static List<String> notes(LogContent reading) {
    List<String> notes = new ArrayList<>();
    if (reading.runs() > 1) {
      notes.add(
          reading.runs()
              + " runs are added up; clients that they hash with different salts are listed for"
              + " each");
    }
    if (!reading.earlier().isEmpty()) {
      notes.add("other comparisons were started before and are in no number: " + earlier(reading));
    }
    if (reading.brokenLines() > 0) {
      notes.add(ValidateCommand.count(reading.brokenLines(), "line") + " made no sense");
    }
    return notes;
  }

  private static String earlier(LogContent reading) {
    Map<String, Integer> times = new TreeMap<>();
    for (String candidate : reading.earlier()) {
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
      throw new UsageException("there is no variable `" + options.secretVariable + "`");
    }
    return ClientId.withSecret(secret);
  }

  private static String found(LogContent reading) {
    return reading.lines() == 0
        ? ": empty"
        : ": " + ValidateCommand.count(reading.lines(), "line") + ", none says what is compared";
  }

  private static String words(List<Path> logs) {
    return String.join(", ", logs.stream().map(Path::toString).toList());
  }

  private static String words(IOException e) {
    if (e instanceof NoSuchFileException missing) {
      return missing.getFile() + " is not there";
    }
    if (e instanceof FileSystemException refused) {
      String reason = refused.getReason();
      return refused.getFile()
          + " cannot be used: "
          + (reason == null ? refused.getClass().getSimpleName() : reason);
    }
    return String.valueOf(e.getMessage());
  }
}
