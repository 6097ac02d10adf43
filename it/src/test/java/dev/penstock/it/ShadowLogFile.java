package dev.penstock.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A divergence log, as far as tests look into it. */
record ShadowLogFile(Path path) {
  private static final Pattern MINUTE =
      Pattern.compile(
          "\\{\"type\":\"minute\",\"t\":(\\d+),\"run\":\"[0-9a-f]{16}\","
              + "\"inbound\":\\{\"counts\":\\[(\\d+),(\\d+),(\\d+),(\\d+)],.*");

  /** Its lines so far, the last one perhaps not yet whole; none if there is no such file. */
  List<String> lines() {
    try {
      return Files.exists(path) ? Files.readAllLines(path) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The lines of one type. */
  List<String> lines(String type) {
    return lines().stream().filter(line -> line.startsWith("{\"type\":\"" + type + "\"")).toList();
  }

  /**
   * What became of requests, by the minute since 1970; idle ones are left out. The counts are those
   * of requests that both admit, only the old rules reject, only the new ones reject, and both.
   */
  Map<Long, List<Long>> minutes() {
    Map<Long, List<Long>> minutes = new TreeMap<>();
    for (String line : lines("minute")) {
      Matcher minute = MINUTE.matcher(line);
      if (!minute.matches()) {
        throw new AssertionError(line);
      }
      List<Long> counts =
          Arrays.asList(2, 3, 4, 5).stream().map(n -> Long.parseLong(minute.group(n))).toList();
      if (counts.stream().anyMatch(count -> count > 0)
          && minutes.put(Long.parseLong(minute.group(1)) / 60_000, counts) != null) {
        throw new AssertionError("twice: " + line);
      }
    }
    return minutes;
  }

  /** How many requests its minutes tell of. */
  long requests() {
    return minutes().values().stream().flatMap(List::stream).mapToLong(count -> count).sum();
  }

  /** The requests that diverge, in their order, with a star for each client. */
  List<String> divergences() {
    return lines("divergence").stream()
        .map(line -> line.replaceFirst("\"client\":\"[0-9a-f]{16}\"", "\"client\":*"))
        .toList();
  }
}
