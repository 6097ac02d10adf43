package dev.penstock.config;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code N} and a unit: {@code 500ms}, {@code 2s}, and where it may be long {@code 7day}. */
final class DurationParser {
  private static final long DAY_MICROS = 24L * 3600 * 1_000_000;
  private static final Map<String, Long> MICROS =
      Map.of("ms", 1_000L, "s", 1_000_000L, "min", 60L * 1_000_000, "h", 3600L * 1_000_000);
  private static final Map<String, Long> LONG_MICROS =
      Map.of("day", DAY_MICROS, "week", 7 * DAY_MICROS);

  private DurationParser() {}

  /** The duration in microseconds; null, and a problem, if it is none or too long. */
  static @Nullable Long parse(Text text, String what, long mostMicros) {
    return parse(text, what, mostMicros, /* isLong= */ false);
  }

  /** The same for what can take days and weeks. */
  static @Nullable Long parseLong(Text text, String what, int mostDays) {
    return parse(text, what, mostDays * DAY_MICROS, /* isLong= */ true);
  }

  private static @Nullable Long parse(Text text, String what, long mostMicros, boolean isLong) {
    String value = text.value();
    int digits = 0;
    while (digits < value.length() && value.charAt(digits) >= '0' && value.charAt(digits) <= '9') {
      digits++;
    }
    if (digits == 0) {
      text.error(
          Words.code(value) + " is not a duration",
          "a duration is written " + (isLong ? "`2h` or `7day`" : "`500ms` or `2s`"));
      return null;
    }
    Text unit = text.part(digits, value.length());
    Long micros = microsOf(unit.value(), isLong);
    if (micros == null) {
      unit.error(
          unit.isEmpty() ? "the unit is missing" : "unknown unit " + Words.code(unit.value()),
          isLong ? "units are ms, s, min, h, day and week" : "units are ms, s, min and h");
      return null;
    }
    Long count = WholeNumber.parse(text.part(0, digits), what, 0, Long.MAX_VALUE);
    if (count != null && count > mostMicros / micros) {
      String most = isLong ? mostMicros / DAY_MICROS + "day" : mostMicros / 1_000_000 + "s";
      text.error(what + " must be at most " + most + ", was " + Words.plain(value), "");
      return null;
    }
    return count == null ? null : Long.valueOf(count * micros);
  }

  private static @Nullable Long microsOf(String unit, boolean isLong) {
    Long micros = MICROS.get(unit);
    return micros == null && isLong ? LONG_MICROS.get(unit) : micros;
  }
}
