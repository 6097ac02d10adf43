package dev.penstock.rules.config.value;

import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.Suggestion;
import dev.penstock.rules.config.text.WholeNumberParser;
import org.jspecify.annotations.Nullable;

/**
 * Parses a number and a unit, such as {@code 500ms}, {@code 2s} or, for long times, {@code 7day}.
 */
public final class DurationParser {
  private DurationParser() {}

  /** The duration in microseconds; null, with a problem, if it is invalid or too long. */
  public static @Nullable Long parse(LocatedText text, String what, long mostMicros) {
    return parse(text, what, mostMicros, /* isLong= */ false);
  }

  /**
   * A duration that can be days or weeks, in microseconds; null, with a problem, if it is invalid.
   */
  public static @Nullable Long parseLong(LocatedText text, String what, int mostDays) {
    return parse(text, what, mostDays * PeriodUnit.DAY.micros(), /* isLong= */ true);
  }

  private static @Nullable Long parse(
      LocatedText text, String what, long mostMicros, boolean isLong) {
    String value = text.value();
    int digits = 0;
    while (digits < value.length() && value.charAt(digits) >= '0' && value.charAt(digits) <= '9') {
      digits++;
    }
    if (digits == 0) {
      text.error(
          MessageWords.code(text) + " is not a duration",
          "a duration is written " + (isLong ? "`2h` or `7day`" : "`500ms` or `2s`"));
      return null;
    }
    PeriodUnit unit = unit(text.part(digits, value.length()), isLong);
    if (unit == null) {
      return null;
    }
    Long count = WholeNumberParser.parse(text.part(0, digits), what, 0, Long.MAX_VALUE);
    if (count != null && count > mostMicros / unit.micros()) {
      String most =
          isLong ? mostMicros / PeriodUnit.DAY.micros() + "day" : mostMicros / 1_000_000 + "s";
      text.error(
          what + " must be at most " + most + ", was " + MessageWords.plain(text.shown()), "");
      return null;
    }
    return count == null ? null : Long.valueOf(count * unit.micros());
  }

  private static @Nullable PeriodUnit unit(LocatedText text, boolean isLong) {
    PeriodUnit longest = isLong ? PeriodUnit.WEEK : PeriodUnit.HOUR;
    String units = isLong ? "units are ms, s, min, h, day and week" : "units are ms, s, min and h";
    PeriodUnit unit = PeriodUnit.named(text.value());
    if (unit != null && unit.compareTo(longest) <= 0) {
      return unit;
    }
    PeriodUnit near = unit == null ? PeriodUnit.nearest(text.value()) : null;
    PeriodUnit suggestion = near != null && near.compareTo(longest) <= 0 ? near : null;
    if (text.isEmpty()) {
      text.error("the unit is missing", units);
    } else {
      text.error(
          "unknown unit " + MessageWords.code(text),
          text.value().equals("m") && !text.hasVariables()
              ? "write `min`"
              : suggestion == null ? units : Suggestion.didYouMean(suggestion.word(), units));
    }
    return null;
  }
}
