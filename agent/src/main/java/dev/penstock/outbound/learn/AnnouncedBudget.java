package dev.penstock.outbound.learn;

/**
 * What an answer says is left to spend.
 *
 * @param policy the name that the answer gives to this budget, or else the family of its fields
 * @param remaining how much is left after the call that was answered
 * @param resetMicros when this ends to be true, in microseconds since the epoch of our own clock
 * @param limit how much there is in all, or {@link #UNKNOWN}
 * @param windowMicros for how long the limit lasts, or {@link #UNKNOWN}
 */
public record AnnouncedBudget(
    String policy, Unit unit, long remaining, long resetMicros, long limit, long windowMicros) {
  public static final long UNKNOWN = -1;

  /** What is counted. */
  public enum Unit {
    /** One for each call. */
    CALLS,
    /** Tokens or bytes: nobody knows how many the next call needs, only that none are too few. */
    OTHER
  }

  /** Nothing is left. */
  public boolean isSpent() {
    return remaining == 0;
  }
}
