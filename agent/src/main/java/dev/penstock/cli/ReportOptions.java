package dev.penstock.cli;

import dev.penstock.rules.CutoverCriteria;
import dev.penstock.rules.config.value.PeriodUnit;
import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The options of the {@code report} command. */
final class ReportOptions {
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9}) ?([a-z]+)");
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,4})?) ?%?");
  private static final long MAX_PPM = 1_000_000;

  final List<Path> logs = new ArrayList<>();
  final Set<String> keys = new LinkedHashSet<>();
  @Nullable Path html;
  @Nullable String secretVariable;
  @Nullable String cutover;
  private @Nullable Long thresholdPpm;
  private @Nullable Long minRequests;
  private @Nullable Long minDurationMicros;

  private ReportOptions() {}

  static ReportOptions parse(List<String> args) throws UsageException {
    ReportOptions options = new ReportOptions();
    for (Iterator<String> rest = args.iterator(); rest.hasNext(); ) {
      options.take(rest.next(), rest);
    }
    if (options.logs.isEmpty()) {
      throw new UsageException("`report` needs a divergence log such as divergence.jsonl");
    }
    return options;
  }

  private void take(String arg, Iterator<String> args) throws UsageException {
    switch (arg) {
      case "--html" -> html = path(valueOf(arg, args));
      case "--key" -> keys.add(key(valueOf(arg, args)));
      case "--secret-env" -> secretVariable = valueOf(arg, args);
      case "--threshold" -> thresholdPpm = ppm(valueOf(arg, args));
      case "--min-requests" -> minRequests = count(valueOf(arg, args));
      case "--min-duration" -> minDurationMicros = micros(valueOf(arg, args));
      case "--cutover" -> cutover = valueOf(arg, args);
      default -> {
        if (arg.startsWith("-")) {
          throw new UsageException("`report` has no option `" + arg + "`");
        }
        logs.add(path(arg));
      }
    }
  }

  /** The criteria of the log, replaced by those that were given as options. */
  CutoverCriteria criteriaOr(CutoverCriteria logged) {
    return new CutoverCriteria(
        thresholdPpm == null ? logged.thresholdPpm() : thresholdPpm,
        minRequests == null ? logged.minRequests() : minRequests,
        minDurationMicros == null ? logged.minDurationMicros() : minDurationMicros);
  }

  private static String valueOf(String option, Iterator<String> args) throws UsageException {
    if (!args.hasNext()) {
      throw new UsageException("`" + option + "` needs a value");
    }
    return args.next();
  }

  private static Path path(String text) throws UsageException {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new UsageException("`" + text + "` is not a file name");
    }
  }

  private static String key(String text) throws UsageException {
    if (text.indexOf('=') < 1) {
      throw new UsageException("`" + text + "` is not a key such as user=42");
    }
    return text;
  }

  private static long ppm(String text) throws UsageException {
    Matcher percent = PERCENT.matcher(text);
    long ppm =
        percent.matches()
            ? new BigDecimal(percent.group(1)).movePointRight(4).longValueExact()
            : Long.MAX_VALUE;
    if (ppm > MAX_PPM) {
      throw new UsageException("`" + text + "` is not a percentage such as 2%");
    }
    return ppm;
  }

  private static long count(String text) throws UsageException {
    if (!text.matches("\\d{1,15}")) {
      throw new UsageException("`" + text + "` is not a number of requests");
    }
    return Long.parseLong(text);
  }

  private static long micros(String text) throws UsageException {
    Matcher duration = DURATION.matcher(text);
    PeriodUnit unit = duration.matches() ? PeriodUnit.named(duration.group(2)) : null;
    if (unit == null || unit == PeriodUnit.MONTH) {
      throw new UsageException("`" + text + "` is not a duration such as 24h or 30min");
    }
    return Long.parseLong(duration.group(1)) * unit.micros();
  }
}
