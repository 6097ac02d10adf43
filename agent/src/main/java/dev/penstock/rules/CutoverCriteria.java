package dev.penstock.rules;

/**
 * The criteria for a candidate to be ready to replace the active rules.
 *
 * @param thresholdPpm the most calls in a million on which the candidate may differ
 * @param minRequests the number of calls that have to be compared
 * @param minDurationMicros the time that the comparison has to run
 */
public record CutoverCriteria(long thresholdPpm, long minRequests, long minDurationMicros) {
  /** 2 % of at least 1,000 calls in at least one day. */
  public static final CutoverCriteria DEFAULT =
      new CutoverCriteria(
          /* thresholdPpm= */ 20_000,
          /* minRequests= */ 1_000,
          /* minDurationMicros= */ 24L * 3_600 * 1_000_000);
}
