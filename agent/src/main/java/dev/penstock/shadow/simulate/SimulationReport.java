package dev.penstock.shadow.simulate;

import dev.penstock.shadow.ComparisonResult;
import dev.penstock.telemetry.CountedClient;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a simulation.
 *
 * @param requests how many requests the logs contain
 * @param rejected how many of them the rules rejected
 * @param rules the counts of each rule, in the order of the file
 * @param mostRejected the clients that were rejected most often, each with its rule
 * @param requestedClients the counts of clients that were requested by key
 * @param firstMicros the time of the first request
 * @param lastMicros the time of the last request
 * @param skipped the lines that could not be read as a request
 * @param caveats what can make the result differ from that of the agent
 * @param comparison the comparison with a candidate; null without one
 */
public record SimulationReport(
    long requests,
    long rejected,
    List<RuleLine> rules,
    List<CountedClient> mostRejected,
    List<ClientLine> requestedClients,
    long firstMicros,
    long lastMicros,
    SkippedLines skipped,
    Caveats caveats,
    @Nullable ComparisonResult comparison) {
  public SimulationReport {
    rules = List.copyOf(rules);
    mostRejected = List.copyOf(mostRejected);
    requestedClients = List.copyOf(requestedClients);
  }

  /**
   * The counts of one rule.
   *
   * @param requests the requests to which the rule applies
   * @param admitted those that were admitted
   * @param rejected those that this rule rejected; other rules may have rejected more of them
   */
  public record RuleLine(String rule, long requests, long admitted, long rejected) {}

  /**
   * The counts of one client.
   *
   * @param key the key of the client, such as {@code user=42}
   * @param requests the requests that a rule counts for it
   * @param rejected how many of them were rejected by any rule
   * @param candidateRejects how many of them the candidate rejected; 0 without a candidate
   */
  public record ClientLine(String key, long requests, long rejected, long candidateRejects) {}

  /**
   * What can make the result differ from that of the agent.
   *
   * @param late lines that are out of order; they were decided as of the latest time before
   * @param latestMicros by how much the line that is most out of order was late
   * @param hostNames lines with a host name instead of an address, which have no key {@code ip}
   * @param rejectedThen requests that the server answered with 429 when the log was written
   * @param overflows decisions on the shared budget for new keys in a full store
   */
  public record Caveats(
      long late, long latestMicros, long hostNames, long rejectedThen, long overflows) {}
}
