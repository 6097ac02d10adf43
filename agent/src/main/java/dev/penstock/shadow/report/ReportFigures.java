package dev.penstock.shadow.report;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats numbers, times and names for reports. */
final class ReportFigures {
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter SHORT_MINUTE =
      DateTimeFormatter.ofPattern("d MMM HH:mm", Locale.ENGLISH).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMM", Locale.ENGLISH).withZone(ZoneOffset.UTC);
  private static final long MINUTES_PER_DAY = 24 * 60;

  private ReportFigures() {}

  static String number(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** A number with its noun, in the plural if necessary. */
  static String number(long count, String noun) {
    return number(count) + " " + noun + (count == 1 ? "" : "s");
  }

  /** A share in percent, never rounded to 0 or 100. */
  static String share(long part, long whole) {
    if (whole <= 0) {
      return "-";
    }
    double percent = 100.0 * part / whole;
    return part > 0 && percent < 0.01
        ? "<0.01 %"
        : part < whole && percent > 99.99
            ? ">99.99 %"
            : String.format(Locale.ROOT, "%.2f %%", percent);
  }

  /** A share in parts per million, as the rules file writes it. */
  static String threshold(long ppm) {
    return String.format(Locale.ROOT, "%.4f", ppm / 10_000.0).replaceAll("\\.?0+$", "") + " %";
  }

  /** How long a call waits. */
  static String heldFor(long micros) {
    return micros < 1_000_000
        ? String.format(Locale.ROOT, "%.1f ms", micros / 1e3)
        : micros < 60_000_000
            ? String.format(Locale.ROOT, "%.1f s", micros / 1e6)
            : String.format(Locale.ROOT, "%.1f min", micros / 6e7);
  }

  /** A duration in minutes, hours or days. */
  static String span(long minutes) {
    long days = minutes / MINUTES_PER_DAY;
    long hours = minutes / 60;
    if (minutes < 60) {
      return minutes + " min";
    }
    return hours < 48
        ? hours + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min")
        : days + " days" + (hours % 24 == 0 ? "" : " " + hours % 24 + " h");
  }

  /** A minute since 1970, in UTC. */
  static String time(long minute) {
    return MINUTE.format(Instant.ofEpochSecond(60 * minute));
  }

  /** A minute since 1970 in a short form for an axis. */
  static String shortTime(long minute, long spanMinutes) {
    return (spanMinutes > 3 * MINUTES_PER_DAY ? DAY : SHORT_MINUTE)
        .format(Instant.ofEpochSecond(60 * minute));
  }

  /** A name from outside without control characters for terminals and browsers. */
  static String plain(String name) {
    StringBuilder plain = new StringBuilder(name.length());
    name.codePoints()
        .forEach(
            c -> {
              int type = Character.getType(c);
              boolean isControl =
                  type == Character.CONTROL
                      || type == Character.FORMAT
                      || type == Character.SURROGATE
                      || type == Character.LINE_SEPARATOR
                      || type == Character.PARAGRAPH_SEPARATOR;
              plain.appendCodePoint(isControl ? '?' : c);
            });
    return plain.toString();
  }
}
