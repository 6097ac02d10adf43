package dev.penstock.operator;

import java.util.Locale;

/** Lengths of time, in words. */
final class DurationText {
  private static final long SECOND = 1_000_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private DurationText() {}

  /** The two largest units, for somebody who wants to know about how long. */
  static String words(long micros) {
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
