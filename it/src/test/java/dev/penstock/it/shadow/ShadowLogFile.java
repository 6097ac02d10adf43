package dev.penstock.it.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Reads a divergence log. */
record ShadowLogFile(Path path) {
  private static final String COUNTS = "\\{\"counts\":\\[(\\d+),(\\d+),(\\d+),(\\d+)],.*";
  private static final Pattern MINUTE =
      Pattern.compile(
          "\\{\"type\":\"minute\",\"t\":(\\d+),\"run\":\"[0-9a-f]{16}\",\"inbound\":"
              + COUNTS
              + "\"outbound\":"
              + COUNTS
              + "\"waits\":\\[(\\d+),(\\d+),\\d+].*");

  /** The complete lines so far; empty if the file does not exist. */
  List<String> lines() {
    try {
      String text = Files.exists(path) ? Files.readString(path) : "";
      return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The lines of one type. */
  List<String> lines(String type) {
    return lines().stream().filter(line -> line.startsWith("{\"type\":\"" + type + "\"")).toList();
  }

  /**
   * The request counts by minute since 1970, without idle minutes. The four counts are: both admit,
   * only the old rules reject, only the new rules reject, both reject.
   */
  Map<Long, List<Long>> minutes() {
    Map<Long, List<Long>> minutes = new TreeMap<>();
    for (Matcher minute : minuteLines()) {
      List<Long> counts = numbers(minute, 2, 5);
      if (counts.stream().anyMatch(count -> count > 0)) {
        // The log writes a minute in parts.
        minutes.merge(numbers(minute, 1, 1).get(0) / 60_000, counts, ShadowLogFile::plus);
      }
    }
    return minutes;
  }

  /**
   * The four counts of outbound calls, the number of calls that would have been held, and their
   * wait.
   */
  List<Long> outbound() {
    return minuteLines().stream()
        .map(minute -> numbers(minute, 6, 11))
        .reduce(List.of(0L, 0L, 0L, 0L, 0L, 0L), ShadowLogFile::plus);
  }

  private List<Matcher> minuteLines() {
    List<Matcher> minutes = lines("minute").stream().map(MINUTE::matcher).toList();
    minutes.forEach(minute -> assertThat(minute.matches()).as(minute.toString()).isTrue());
    return minutes;
  }

  private static List<Long> numbers(Matcher line, int first, int last) {
    return IntStream.rangeClosed(first, last).mapToObj(n -> Long.valueOf(line.group(n))).toList();
  }

  private static List<Long> plus(List<Long> some, List<Long> more) {
    return IntStream.range(0, some.size()).mapToObj(n -> some.get(n) + more.get(n)).toList();
  }

  /** The number of requests in all minutes. */
  long requests() {
    return minutes().values().stream().flatMap(List::stream).mapToLong(count -> count).sum();
  }

  /** The divergent requests in order, with a star in place of the client. */
  List<String> divergences() {
    return lines("divergence").stream()
        .map(line -> line.replaceFirst("\"client\":\"(?:[0-9a-f]{16}|-)\"", "\"client\":*"))
        .toList();
  }
}
