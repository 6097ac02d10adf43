package dev.penstock.shadow;

import dev.penstock.rules.CutoverCriteria;

/**
 * The result of comparing the enforced rules with a candidate.
 *
 * @param candidate the name of the candidate
 * @param criteria the criteria for the candidate to be ready
 * @param watchedMicros how long calls were compared, without gaps
 * @param inbound the result for inbound requests
 * @param outbound the result for outbound calls
 * @param lostLines how many diverging calls are missing in the divergence log because writing was
 *     too slow; all counts include them
 * @param excluded what was not compared because rules were switched off or to another mode; neither
 *     the counts nor the time include it
 */
public record ComparisonResult(
    String candidate,
    CutoverCriteria criteria,
    long watchedMicros,
    TrafficComparison inbound,
    TrafficComparison outbound,
    long lostLines,
    ExcludedTime excluded) {
  /** A result without exclusions. */
  public ComparisonResult(
      String candidate,
      CutoverCriteria criteria,
      long watchedMicros,
      TrafficComparison inbound,
      TrafficComparison outbound,
      long lostLines) {
    this(candidate, criteria, watchedMicros, inbound, outbound, lostLines, ExcludedTime.NONE);
  }
}
