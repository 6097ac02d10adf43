package dev.penstock.rules;

/**
 * When a candidate is ready to be put in force.
 *
 * @param thresholdPpm the most calls of a million on which it may differ from what is in force
 * @param minRequests how many calls it has to be watched for
 * @param minDurationMicros how long it has to be watched for
 */
public record CutoverCriteria(long thresholdPpm, long minRequests, long minDurationMicros) {
  /** Two of a hundred, over a thousand calls and a day. */
  public static final CutoverCriteria USUAL =
      new CutoverCriteria(
          /* thresholdPpm= */ 20_000,
          /* minRequests= */ 1_000,
          /* minDurationMicros= */ 24L * 3_600 * 1_000_000);
}
