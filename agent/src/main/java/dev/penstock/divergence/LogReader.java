package dev.penstock.divergence;

import dev.penstock.call.Direction;
import dev.penstock.json.BrokenJson;
import dev.penstock.json.Json;
import dev.penstock.json.JsonParser;
import dev.penstock.shadow.Traffic;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Reads logs, and adds up what they tell of the comparison that was started last. */
public final class LogReader {
  /*
   * One pass, so that a log can come through a pipe; of each comparison the sums are kept until a
   * later one is known. Minutes make the counts; diverging calls are examples, and are only checked
   * to be readable.
   */
  private static final int MOST_COMPARISONS = 16;
  private static final int MOST_NAMED = 100;
  private static final long MINUTE_MILLIS = 60_000;

  /** The last minute of the year 9999. */
  private static final long MOST_MINUTES = 4_223_371_679L;

  private final Map<String, ComparisonSoFar> comparisons = new LinkedHashMap<>();
  private final List<String> forgotten = new ArrayList<>();
  private long lines;
  private long brokenLines;

  private LogReader() {}

  /** Reads these logs, with what was renamed of each. */
  public static LogReading read(List<Path> logs) throws IOException {
    LogReader reader = new LogReader();
    List<Path> files = LogFiles.of(logs);
    for (Path file : files) {
      reader.read(file);
    }
    return reader.reading(files.size());
  }

  private void read(Path file) throws IOException {
    try (LineSource source = new LineSource(file)) {
      for (String line = next(source); line != null; line = next(source)) {
        lines++;
        try {
          read(JsonParser.parse(line));
        } catch (BrokenJson e) {
          brokenLines++;
        }
      }
    }
  }

  /** What is wrong in the middle of a compressed file is one broken line, and its end. */
  private @Nullable String next(LineSource source) throws IOException {
    try {
      return source.next();
    } catch (EOFException | ZipException e) {
      brokenLines++;
      return null;
    }
  }

  private void read(Json line) throws BrokenJson {
    switch (line.member("type").text()) {
      case "start" -> start(line.member("t").count(), LineReader.header(line));
      case "minute" ->
          comparisonOf(line)
              .minute(
                  line.member("run").text(),
                  minute(line.member("t")),
                  LineReader.traffic(line, Direction.INBOUND),
                  LineReader.traffic(line, Direction.OUTBOUND),
                  line.member("lost").countOr(0));
      case "total" -> total(line);
      case "clients" ->
          comparisonOf(line)
              .clients(
                  line.member("run").text(),
                  LineReader.clients(line, Direction.INBOUND),
                  LineReader.clients(line, Direction.OUTBOUND));
      case "excluded" ->
          comparisonOf(line).excluded(line.member("run").text(), LineReader.excluded(line));
      default -> {
        // A diverging call, or something that a later version writes.
      }
    }
  }

  private void start(long time, LogHeader header) throws BrokenJson {
    ComparisonSoFar known = comparisons.get(header.comparison());
    if (known == null) {
      if (comparisons.size() == MOST_COMPARISONS) {
        forgetOldest();
      }
      known = new ComparisonSoFar();
      comparisons.put(header.comparison(), known);
    }
    known.start(time, header);
  }

  private void forgetOldest() {
    String oldest = "";
    long start = Long.MAX_VALUE;
    for (Map.Entry<String, ComparisonSoFar> each : comparisons.entrySet()) {
      if (each.getValue().lastStart() < start) {
        oldest = each.getKey();
        start = each.getValue().lastStart();
      }
    }
    ComparisonSoFar gone = comparisons.remove(oldest);
    if (gone != null && forgotten.size() < MOST_NAMED) {
      forgotten.add(gone.candidate());
    }
  }

  private void total(Json line) throws BrokenJson {
    Traffic inbound = LineReader.traffic(line, Direction.INBOUND);
    Traffic outbound = LineReader.traffic(line, Direction.OUTBOUND);
    long watched = line.member("watched_minutes").count();
    if (watched > MOST_MINUTES) {
      throw new BrokenJson("nobody watched for so long");
    }
    comparisonOf(line)
        .total(
            line.member("run").text(),
            new RunTotals(minute(line.member("since")), watched, inbound, outbound),
            line.member("lost").countOr(0));
  }

  private static long minute(Json time) throws BrokenJson {
    long minute = time.count() / MINUTE_MILLIS;
    if (minute > MOST_MINUTES) {
      throw new BrokenJson("not in this era");
    }
    return minute;
  }

  private ComparisonSoFar comparisonOf(Json line) throws BrokenJson {
    String run = line.member("run").text();
    for (ComparisonSoFar comparison : comparisons.values()) {
      if (comparison.has(run)) {
        return comparison;
      }
    }
    throw new BrokenJson("a run without a start");
  }

  private LogReading reading(int files) {
    ComparisonSoFar latest = null;
    for (ComparisonSoFar each : comparisons.values()) {
      latest = latest == null || each.lastStart() >= latest.lastStart() ? each : latest;
    }
    List<String> earlier = new ArrayList<>(forgotten);
    for (ComparisonSoFar each : comparisons.values()) {
      if (each != latest) {
        earlier.add(each.candidate());
      }
    }
    return new LogReading(latest, files, lines, brokenLines, earlier);
  }
}
