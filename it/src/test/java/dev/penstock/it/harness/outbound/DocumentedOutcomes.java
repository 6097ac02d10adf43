package dev.penstock.it.harness.outbound;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The documented outcome of each scenario without the agent, from {@code client-outcomes.txt}. */
public final class DocumentedOutcomes {
  private final Map<String, String> lines = new LinkedHashMap<>();

  public DocumentedOutcomes() {
    try (InputStream in =
        Objects.requireNonNull(getClass().getResourceAsStream("client-outcomes.txt"))) {
      new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .forEach(this::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The outcomes of these clients, by client and scenario. A key looks like {@code jdk timeout}.
   */
  public Map<String, String> of(Collection<String> clients) {
    Map<String, String> outcomes = new LinkedHashMap<>();
    for (String client : clients) {
      for (ClientScenario scenario : ClientScenario.values()) {
        String which = client + " " + scenario;
        String common = Objects.requireNonNull(lines.get(scenario.toString()), which);
        outcomes.put(which, lines.getOrDefault(which, common));
      }
    }
    return outcomes;
  }

  /** The outcome of one client in one scenario. */
  public String of(String client, ClientScenario scenario) {
    return Objects.requireNonNull(of(List.of(client)).get(client + " " + scenario));
  }

  private void add(String line) {
    int colon = line.indexOf(": ");
    if (colon < 0 || lines.put(line.substring(0, colon), line.substring(colon + 2)) != null) {
      throw new IllegalStateException("no colon, or a duplicate: " + line);
    }
  }
}
