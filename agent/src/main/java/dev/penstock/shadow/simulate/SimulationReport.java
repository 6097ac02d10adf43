package dev.penstock.shadow.simulate;

import dev.penstock.shadow.ComparisonResult;
import dev.penstock.telemetry.CountedClient;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of playing rules over logs.
 *
 * @param requests how many lines told of a request
 * @param rejected how many of them were turned away
 * @param rules what each rule made of them, in the order of the file
 * @param mostRefused who was turned away most often, and by which rule
 * @param asked what became of those whom somebody has asked for
 * @param firstMicros when the first request came
 * @param lastMicros when the last one came
 * @param skipped the lines that told of none
 * @param oddities what else is strange about the lines
 * @param findings how a candidate compares; null if there is none
 */
public record SimulationReport(
    long requests,
    long rejected,
    List<RuleLine> rules,
    List<CountedClient> mostRefused,
    List<Asked> asked,
    long firstMicros,
    long lastMicros,
    SkippedLines skipped,
    Oddities oddities,
    @Nullable ComparisonResult findings) {
  public SimulationReport {
    rules = List.copyOf(rules);
    mostRefused = List.copyOf(mostRefused);
    asked = List.copyOf(asked);
  }

  /**
   * What one rule made of the requests that it is for.
   *
   * @param requests all of them
   * @param admitted those that went through
   * @param rejected those that it turned away; some may have been turned away by another rule
   */
  public record RuleLine(String rule, long requests, long admitted, long rejected) {}

  /**
   * What became of one client.
   *
   * @param key such as {@code user=42}
   * @param requests those that a rule counts for it
   * @param rejected how many of them were turned away, by whatever rule
   * @param candidateRejects how many a candidate would have; 0 if there is none
   */
  public record Asked(String key, long requests, long rejected, long candidateRejects) {}

  /**
   * What may make the result another than that of the agent.
   *
   * @param late lines that came after later ones, and were judged as if they came with these
   * @param latestMicros by how much the latest of them did
   * @param hostNames lines with a host name for an address, so that they have no key {@code ip}
   * @param refusedThen lines of requests that the server had answered with 429
   * @param overflows decisions on the budget that new keys share when a store is full
   */
  public record Oddities(
      long late, long latestMicros, long hostNames, long refusedThen, long overflows) {}
}
