package dev.penstock.limit;

/** Checks the parameters of limits; the exception message shows the invalid value. */
final class LimitNumbers {
  /**
   * 100 years. Added to the current time, in the finest unit of any limit, it still fits a long.
   */
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
