package dev.penstock.shadow;

import dev.penstock.telemetry.CountedClient;
import java.util.List;

/**
 * What became of the calls that go one way: those that come in, or those that go out.
 *
 * @param counts all calls, the candidate judged as if it were in force and alone
 * @param unjudged calls that were turned away before all that the candidate needs was known; they
 *     are in none of the counts
 * @param rules rule by rule, in the order of the file
 * @param minutes when, oldest first; a minute in which nothing was watched is missing
 * @param newlyRejected those whom only the candidate turns away, most affected first
 * @param newlyAdmitted those whom only the rules in force turn away, most affected first
 * @param waits for how long the candidate would have held calls that go out
 */
public record TrafficComparison(
    AgreementCounts counts,
    long unjudged,
    List<RuleCounts> rules,
    List<MinuteCounts> minutes,
    List<CountedClient> newlyRejected,
    List<CountedClient> newlyAdmitted,
    CandidateWaits waits) {
  /** Nothing was compared. */
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
