package dev.penstock.config;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code N/unit} and {@code N/COUNTunit}. */
final class RateParser {
  private static final String EXAMPLES = "a rate is written `100/min` or `5/10s`";
  private static final String UNITS = "units are ms, s, min, h, day, week and month";
  private static final long DAY_MICROS = 24L * 3600 * 1_000_000;
  private static final long MOST_DAYS = 3650;

  private static final Map<String, Long> MICROS =
      Map.of(
          "ms", 1_000L,
          "s", 1_000_000L,
          "min", 60L * 1_000_000,
          "h", 3600L * 1_000_000,
          "day", DAY_MICROS,
          "week", 7 * DAY_MICROS,
          "month", 30 * DAY_MICROS);

  /** What people write for a unit, so that a slip in it can be recognised too. */
  private static final Map<String, String> SPELLINGS =
      Map.ofEntries(
          Map.entry("milliseconds", "ms"),
          Map.entry("millis", "ms"),
          Map.entry("sec", "s"),
          Map.entry("second", "s"),
          Map.entry("seconds", "s"),
          Map.entry("m", "min"),
          Map.entry("minute", "min"),
          Map.entry("minutes", "min"),
          Map.entry("hr", "h"),
          Map.entry("hour", "h"),
          Map.entry("hours", "h"),
          Map.entry("d", "day"),
          Map.entry("days", "day"),
          Map.entry("w", "week"),
          Map.entry("weeks", "week"),
          Map.entry("mon", "month"),
          Map.entry("months", "month"));

  private RateParser() {}

  /** The rate; null, and a problem, if it is none. */
  static @Nullable Rate parse(Text text) {
    String value = text.value();
    int slash = value.indexOf('/');
    if (slash < 0) {
      text.error(Words.code(value) + " is not a rate", EXAMPLES);
      return null;
    }
    Text number = text.part(0, slash);
    Long permits = WholeNumber.parse(number, "a rate", 1, Long.MAX_VALUE);
    Text period = text.part(slash + 1, value.length());
    Long micros = period(period);
    return permits == null || micros == null ? null : new Rate(permits, micros, number, period);
  }

  private static @Nullable Long period(Text text) {
    String value = text.value();
    int digits = 0;
    while (digits < value.length() && value.charAt(digits) >= '0' && value.charAt(digits) <= '9') {
      digits++;
    }
    Long unit = unit(text.part(digits, value.length()));
    if (unit == null) {
      return null;
    }
    if (digits == 0) {
      return unit;
    }
    Long count = WholeNumber.parse(text.part(0, digits), "a period", 1, Long.MAX_VALUE);
    if (count != null && count > MOST_DAYS * DAY_MICROS / unit) {
      text.error(
          "a period of " + Words.code(value) + " is too long",
          "the longest is " + MOST_DAYS + " days");
      return null;
    }
    return count == null ? null : Long.valueOf(count * unit);
  }

  private static @Nullable Long unit(Text text) {
    Long micros = MICROS.get(text.value());
    if (micros == null) {
      refuse(text);
    }
    return micros;
  }

  private static void refuse(Text unit) {
    if (unit.isEmpty()) {
      unit.error("the unit is missing", UNITS);
      return;
    }
    String meant = Suggestion.nearest(unit.value(), sorted(SPELLINGS));
    if (meant == null) {
      meant = Suggestion.nearest(unit.value(), sorted(MICROS));
    }
    unit.error(
        "unknown unit " + Words.code(unit.value()),
        meant == null
            ? UNITS
            : "did you mean " + Words.code(SPELLINGS.getOrDefault(meant, meant)) + "? " + UNITS);
  }

  /** Of two equally good guesses always the same one is made. */
  private static List<String> sorted(Map<String, ?> words) {
    return words.keySet().stream().sorted().toList();
  }
}
