package dev.penstock.shadow;

/**
 * How long a candidate would have held calls.
 *
 * @param held the number of calls that it would have held
 * @param totalMicros the sum of their waits
 * @param longestMicros the longest wait
 */
public record CandidateWaits(long held, long totalMicros, long longestMicros) {
  public static final CandidateWaits NONE = new CandidateWaits(0, 0, 0);

  public CandidateWaits plus(CandidateWaits other) {
    return new CandidateWaits(
        held + other.held,
        totalMicros + other.totalMicros,
        Math.max(longestMicros, other.longestMicros));
  }
}
