package dev.penstock.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** What clients are known to make of each scenario by themselves: {@code client-answers.txt}. */
final class DocumentedAnswers {
  private final Map<String, String> lines = new LinkedHashMap<>();

  DocumentedAnswers() {
    try (InputStream in =
        Objects.requireNonNull(getClass().getResourceAsStream("client-answers.txt"))) {
      new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .forEach(this::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Of these clients, by client and scenario, as in {@code jdk timeout}. */
  Map<String, String> of(Collection<String> clients) {
    Map<String, String> answers = new LinkedHashMap<>();
    for (String client : clients) {
      for (Scenario scenario : Scenario.values()) {
        String which = client + " " + scenario;
        String usual = Objects.requireNonNull(lines.get(scenario.toString()), which);
        answers.put(which, lines.getOrDefault(which, usual));
      }
    }
    return answers;
  }

  private void add(String line) {
    int colon = line.indexOf(": ");
    if (colon < 0 || lines.put(line.substring(0, colon), line.substring(colon + 2)) != null) {
      throw new IllegalStateException("not a line of its own: " + line);
    }
  }
}
