package dev.penstock.it.shadow;

import dev.penstock.it.harness.CommandLine;
import dev.penstock.it.harness.apps.Jdk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The output of {@code simulate} for a trace.
 *
 * @param text the printed lines
 */
record SimulationResult(List<Line> lines, List<String> text) {
  private static final String SIDE =
      "\"admitted\":(true|false),\"rule\":(?:\"([^\"]*)\"|null),"
          + "\"remaining\":(null|\\d+),\"retry_after_ms\":(null|\\d+)";
  private static final Pattern LINE =
      Pattern.compile(
          "\\{\"n\":(\\d+),\"t\":(\\d+)," + SIDE + "(?:,\"candidate\":\\{" + SIDE + "})?}");
  private static final int CANDIDATE = 7;

  /** The decisions about one request by the rules and by the candidate, if there is one. */
  record Line(long millis, Side old, @Nullable Side next) {
    Side candidate() {
      return Objects.requireNonNull(next, "no candidate was simulation");
    }

    /** True if the candidate decides differently. */
    boolean diverges() {
      return candidate().admitted() != old.admitted();
    }

    String divergence() {
      return "{\"type\":\"divergence\",\"t\":%d,\"direction\":\"inbound\",\"rule\":\"%s\","
              .formatted(millis, (old.admitted() ? candidate() : old).rule())
          + "\"client\":*,\"old\":\"%s\",\"new\":\"%s\",".formatted(old.word(), candidate().word())
          + "\"remaining\":{\"old\":%s,\"new\":%s},"
              .formatted(old.remaining(), candidate().remaining())
          + "\"retry_after_ms\":{\"old\":%s,\"new\":%s}}"
              .formatted(old.retryMillis(), candidate().retryMillis());
    }
  }

  /** The expected {@link ShadowLogFile#minutes} for the same requests. */
  Map<Long, List<Long>> minutes() {
    Map<Long, List<Long>> minutes = new TreeMap<>();
    for (Line line : lines) {
      List<Long> counts =
          minutes.computeIfAbsent(
              line.millis() / 60_000, minute -> new ArrayList<>(List.of(0L, 0L, 0L, 0L)));
      int outcome = (line.old().admitted() ? 0 : 1) + (line.candidate().admitted() ? 0 : 2);
      counts.set(outcome, counts.get(outcome) + 1);
    }
    return minutes;
  }

  /** The expected {@link ShadowLogFile#divergences} for the same requests. */
  List<String> divergences() {
    return lines.stream().filter(Line::diverges).map(Line::divergence).toList();
  }

  /** The decision of the rules or of the candidate, as text of the file. */
  record Side(boolean admitted, String rule, String remaining, String retryMillis) {
    String word() {
      return admitted ? "admitted" : "rejected";
    }
  }

  /** Simulates {@code trace.jsonl} of a folder with its {@code penstock.yaml}. */
  static SimulationResult in(Path folder, Jdk jdk, String... options) {
    String command = "simulate --rules penstock.yaml --log trace.jsonl --decisions decisions.jsonl";
    CommandLine.Ended ended =
        CommandLine.ofPenstock(
                jdk,
                Stream.concat(Stream.of(command.split(" ")), Stream.of(options))
                    .toArray(String[]::new))
            .run(folder);
    if (ended.exitCode() != 0) {
      throw new AssertionError(ended);
    }
    return new SimulationResult(read(folder.resolve("decisions.jsonl")), ended.lines());
  }

  private static List<Line> read(Path decisions) {
    List<Line> lines = new ArrayList<>();
    try {
      for (String text : Files.readAllLines(decisions)) {
        lines.add(line(text, /* number= */ lines.size() + 1));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lines;
  }

  private static Line line(String text, int number) {
    Matcher line = LINE.matcher(text);
    if (!line.matches() || Integer.parseInt(line.group(1)) != number) {
      throw new AssertionError("line " + number + ": " + text);
    }
    return new Line(
        Long.parseLong(line.group(2)),
        side(line, 3),
        line.group(CANDIDATE) == null ? null : side(line, CANDIDATE));
  }

  private static Side side(Matcher line, int from) {
    String rule = line.group(from + 1);
    return new Side(
        Boolean.parseBoolean(line.group(from)),
        rule == null ? "null" : rule,
        line.group(from + 2),
        line.group(from + 3));
  }
}
