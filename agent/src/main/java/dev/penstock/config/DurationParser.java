package dev.penstock.config;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code N} and a unit: {@code 500ms}, {@code 2s}. */
final class DurationParser {
  private static final String UNITS = "units are ms, s, min and h";
  private static final Map<String, Long> MICROS =
      Map.of("ms", 1_000L, "s", 1_000_000L, "min", 60L * 1_000_000, "h", 3600L * 1_000_000);

  private DurationParser() {}

  /** The duration in microseconds; null, and a problem, if it is none or too long. */
  static @Nullable Long parse(Text text, String what, long mostMicros) {
    String value = text.value();
    int digits = 0;
    while (digits < value.length() && value.charAt(digits) >= '0' && value.charAt(digits) <= '9') {
      digits++;
    }
    if (digits == 0) {
      text.error(Words.code(value) + " is not a duration", "a duration is written `500ms` or `2s`");
      return null;
    }
    Text unit = text.part(digits, value.length());
    Long micros = MICROS.get(unit.value());
    if (micros == null) {
      unit.error(
          unit.isEmpty() ? "the unit is missing" : "unknown unit " + Words.code(unit.value()),
          UNITS);
      return null;
    }
    Long count = WholeNumber.parse(text.part(0, digits), what, 0, Long.MAX_VALUE);
    if (count != null && count > mostMicros / micros) {
      text.error(
          what + " must be at most " + mostMicros / 1_000_000 + "s, was " + Words.plain(value), "");
      return null;
    }
    return count == null ? null : Long.valueOf(count * micros);
  }
}
