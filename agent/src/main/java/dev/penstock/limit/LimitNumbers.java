package dev.penstock.limit;

/** Guards of a limit's numbers; a message shows the bad value. */
final class LimitNumbers {
  /** A hundred years: with today's date, and in the finest unit of any limit, it fits a state. */
  static final long LONGEST_MICROS = 100L * 365 * 24 * 3600 * 1_000_000;

  private LimitNumbers() {}

  static void require(boolean holds, String message, long value) {
    if (!holds) {
      throw new IllegalArgumentException(message + ", was " + value);
    }
  }

  static void requirePermits(long permits) {
    require(permits > 0, "permits must be positive", permits);
  }

  static void requirePeriod(long periodMicros) {
    require(periodMicros > 0, "period must be positive", periodMicros);
    require(periodMicros <= LONGEST_MICROS, "a period is at most 100 years", periodMicros);
  }
}
