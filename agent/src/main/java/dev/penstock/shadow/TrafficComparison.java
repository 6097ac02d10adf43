package dev.penstock.shadow;

import dev.penstock.telemetry.CountedClient;
import java.util.List;

/**
 * The result of a comparison for one direction: inbound requests or outbound calls.
 *
 * @param counts all calls; the candidate decides as if it alone were enforced
 * @param notCompared calls that were rejected before the candidate had all it needs to decide; they
 *     are in none of the counts
 * @param rules the counts of each rule, in the order of the file
 * @param minutes the counts of each minute, oldest first; minutes without a comparison are missing
 * @param newlyRejected the clients that only the candidate rejects, most affected first
 * @param newlyAdmitted the clients that only the enforced rules reject, most affected first
 * @param waits how long the candidate would have held outbound calls
 */
public record TrafficComparison(
    AgreementCounts counts,
    long notCompared,
    List<RuleCounts> rules,
    List<MinuteCounts> minutes,
    List<CountedClient> newlyRejected,
    List<CountedClient> newlyAdmitted,
    CandidateWaits waits) {
  /** No calls. */
  public static final TrafficComparison NONE =
      new TrafficComparison(
          AgreementCounts.NONE, 0, List.of(), List.of(), List.of(), List.of(), CandidateWaits.NONE);

  public TrafficComparison {
    rules = List.copyOf(rules);
    minutes = List.copyOf(minutes);
    newlyRejected = List.copyOf(newlyRejected);
    newlyAdmitted = List.copyOf(newlyAdmitted);
  }
}
