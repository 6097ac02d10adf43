package dev.penstock.shadow;

/**
 * For how long a candidate would have held calls.
 *
 * @param held how many calls
 * @param totalMicros for how long all together
 * @param longestMicros for how long the one that was held longest
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
