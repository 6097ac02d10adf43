package dev.penstock.shadow;

/**
 * For how long a candidate would have held calls.
 *
 * @param held how many calls
 * @param totalMicros for how long all together
 * @param longestMicros for how long the one that was held longest
 */
public record Waits(long held, long totalMicros, long longestMicros) {
  public static final Waits NONE = new Waits(0, 0, 0);

  public Waits plus(Waits other) {
    return new Waits(
        held + other.held,
        totalMicros + other.totalMicros,
        Math.max(longestMicros, other.longestMicros));
  }
}
