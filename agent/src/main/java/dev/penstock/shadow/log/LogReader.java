package dev.penstock.shadow.log;

import dev.penstock.http.Direction;
import dev.penstock.json.InvalidJsonException;
import dev.penstock.json.JsonParser;
import dev.penstock.json.JsonValue;
import dev.penstock.shadow.TrafficComparison;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Reads divergence logs and sums up the comparison that was started last. */
public final class LogReader {
  /*
   * Reads in one pass, so that a log can come through a pipe, and keeps the sums of each comparison
   * until the latest one is known. The counts come from minutes and totals. Diverging calls are
   * examples and are only parsed.
   */
  private static final int MOST_COMPARISONS = 16;
  private static final int MOST_NAMED = 100;
  private static final long MINUTE_MILLIS = 60_000;

  /** The last minute of the year 9999. */
  private static final long MOST_MINUTES = 4_223_371_679L;

  private final Map<String, ReadComparison> comparisons = new LinkedHashMap<>();
  private final List<String> forgotten = new ArrayList<>();
  private long lines;
  private long brokenLines;

  private LogReader() {}

  /** Reads these logs, each with its rotated files. */
  public static LogContent read(List<Path> logs) throws IOException {
    LogReader reader = new LogReader();
    List<Path> files = LogFiles.of(logs);
    for (Path file : files) {
      reader.read(file);
    }
    return reader.content(files.size());
  }

  private void read(Path file) throws IOException {
    try (LineSource source = new LineSource(file)) {
      for (String line = next(source); line != null; line = next(source)) {
        lines++;
        try {
          read(JsonParser.parse(line));
        } catch (InvalidJsonException e) {
          brokenLines++;
        }
      }
    }
  }

  /** Reads a line. A damaged compressed file counts as one broken line and ends there. */
  private @Nullable String next(LineSource source) throws IOException {
    try {
      return source.next();
    } catch (EOFException | ZipException e) {
      brokenLines++;
      return null;
    }
  }

  private void read(JsonValue line) throws InvalidJsonException {
    switch (line.member("type").text()) {
      case "start" -> start(line.member("t").count(), LogLineReader.header(line));
      case "minute" ->
          comparisonOf(line)
              .minute(
                  line.member("run").text(),
                  minute(line.member("t")),
                  LogLineReader.traffic(line, Direction.INBOUND),
                  LogLineReader.traffic(line, Direction.OUTBOUND),
                  line.member("lost").countOr(0));
      case "total" -> total(line);
      case "clients" ->
          comparisonOf(line)
              .clients(
                  line.member("run").text(),
                  LogLineReader.clients(line, Direction.INBOUND),
                  LogLineReader.clients(line, Direction.OUTBOUND));
      case "excluded" ->
          comparisonOf(line).excluded(line.member("run").text(), LogLineReader.excluded(line));
      default -> {
        // A diverging call, or a type of a later version.
      }
    }
  }

  private void start(long time, LogHeader header) throws InvalidJsonException {
    ReadComparison known = comparisons.get(header.comparison());
    if (known == null) {
      if (comparisons.size() == MOST_COMPARISONS) {
        forgetOldest();
      }
      known = new ReadComparison();
      comparisons.put(header.comparison(), known);
    }
    known.start(time, header);
  }

  private void forgetOldest() {
    String oldest = "";
    long start = Long.MAX_VALUE;
    for (Map.Entry<String, ReadComparison> each : comparisons.entrySet()) {
      if (each.getValue().lastStart() < start) {
        oldest = each.getKey();
        start = each.getValue().lastStart();
      }
    }
    ReadComparison removed = comparisons.remove(oldest);
    if (removed != null && forgotten.size() < MOST_NAMED) {
      forgotten.add(removed.candidate());
    }
  }

  private void total(JsonValue line) throws InvalidJsonException {
    TrafficComparison inbound = LogLineReader.traffic(line, Direction.INBOUND);
    TrafficComparison outbound = LogLineReader.traffic(line, Direction.OUTBOUND);
    long watched = line.member("watched_minutes").count();
    if (watched > MOST_MINUTES) {
      throw new InvalidJsonException("too many minutes");
    }
    comparisonOf(line)
        .total(
            line.member("run").text(),
            new RunTotals(minute(line.member("since")), watched, inbound, outbound),
            line.member("lost").countOr(0));
  }

  private static long minute(JsonValue time) throws InvalidJsonException {
    long minute = time.count() / MINUTE_MILLIS;
    if (minute > MOST_MINUTES) {
      throw new InvalidJsonException("time out of range");
    }
    return minute;
  }

  private ReadComparison comparisonOf(JsonValue line) throws InvalidJsonException {
    String run = line.member("run").text();
    for (ReadComparison comparison : comparisons.values()) {
      if (comparison.has(run)) {
        return comparison;
      }
    }
    throw new InvalidJsonException("run without a start line");
  }

  private LogContent content(int files) {
    ReadComparison latest = null;
    for (ReadComparison each : comparisons.values()) {
      latest = latest == null || each.lastStart() >= latest.lastStart() ? each : latest;
    }
    List<String> earlierCandidates = new ArrayList<>(forgotten);
    for (ReadComparison each : comparisons.values()) {
      if (each != latest) {
        earlierCandidates.add(each.candidate());
      }
    }
    return new LogContent(latest, files, lines, brokenLines, earlierCandidates);
  }
}
