package dev.penstock.operator;

import java.util.Locale;

/** Formats durations. */
final class DurationText {
  private static final long SECOND = 1_000_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private DurationText() {}

  /** Formats a duration approximately, with at most two units: {@code 3 h 20 min}. */
  static String format(long micros) {
    if (micros < MINUTE) {
      return String.format(Locale.ROOT, micros < 10 * SECOND ? "%.1f s" : "%.0f s", micros / 1e6);
    }
    if (micros < HOUR) {
      return micros / MINUTE + " min";
    }
    return micros < DAY
        ? micros / HOUR + " h " + micros % HOUR / MINUTE + " min"
        : micros / DAY + " d " + micros % DAY / HOUR + " h";
  }
}
