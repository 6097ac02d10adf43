package dev.penstock.rules.config.value;

import dev.penstock.limit.CalendarWindow;
import dev.penstock.rules.config.text.LocatedText;
import org.jspecify.annotations.Nullable;

/**
 * So many calls in so much time.
 *
 * @param number where the number stands in the file
 * @param period where the time stands in the file
 * @param unit the unit of that time
 */
public record Rate(
    long permits, long periodMicros, LocatedText number, LocatedText period, PeriodUnit unit) {
  /** The part of a calendar that the period is; null if it is none. */
  public CalendarWindow.@Nullable Unit calendarUnit() {
    if (periodMicros != unit.micros()) {
      return null;
    }
    return switch (unit) {
      case DAY -> CalendarWindow.Unit.DAY;
      case WEEK -> CalendarWindow.Unit.WEEK;
      case MONTH -> CalendarWindow.Unit.MONTH;
      default -> null;
    };
  }
}
