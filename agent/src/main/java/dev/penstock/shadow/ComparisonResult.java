package dev.penstock.shadow;

import dev.penstock.rules.CutoverCriteria;

/**
 * What came of comparing the rules in force with a candidate.
 *
 * @param candidate what was compared with the rules in force, in words
 * @param terms when the candidate is ready
 * @param watchedMicros how long calls were watched, without the time in between
 * @param inbound what became of calls that come in
 * @param outbound what became of calls that go out
 * @param lostLines how many diverging calls are missing in the log because it could not keep up;
 *     they are in all counts
 * @param excluded what was left out because the rules in force were switched over or off; it is in
 *     none of the counts, and not in the time
 */
public record ComparisonResult(
    String candidate,
    CutoverCriteria terms,
    long watchedMicros,
    TrafficComparison inbound,
    TrafficComparison outbound,
    long lostLines,
    ExcludedTime excluded) {
  /** Nothing was left out. */
  public ComparisonResult(
      String candidate,
      CutoverCriteria terms,
      long watchedMicros,
      TrafficComparison inbound,
      TrafficComparison outbound,
      long lostLines) {
    this(candidate, terms, watchedMicros, inbound, outbound, lostLines, ExcludedTime.NONE);
  }
}
