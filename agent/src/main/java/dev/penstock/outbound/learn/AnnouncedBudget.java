package dev.penstock.outbound.learn;

/**
 * A budget that a response announces.
 *
 * @param policy the name that the response gives the budget, or else the family of its headers
 * @param remaining how much remains after the call of the response
 * @param resetMicros the time of the next reset, in microseconds since the epoch, by the clock of
 *     this JVM
 * @param limit the total per window, or {@link #UNKNOWN}
 * @param windowMicros the length of the window, or {@link #UNKNOWN}
 */
public record AnnouncedBudget(
    String policy, Unit unit, long remaining, long resetMicros, long limit, long windowMicros) {
  public static final long UNKNOWN = -1;

  /** The unit of a budget. */
  public enum Unit {
    /** Each call costs one. */
    CALLS,
    /** Tokens or bytes: the cost of the next call is unknown, so only an empty budget counts. */
    OTHER
  }

  /** True if nothing remains. */
  public boolean isSpent() {
    return remaining == 0;
  }
}
