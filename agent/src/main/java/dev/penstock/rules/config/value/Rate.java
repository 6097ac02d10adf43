package dev.penstock.rules.config.value;

import dev.penstock.limit.CalendarWindow;
import dev.penstock.rules.config.text.LocatedText;
import org.jspecify.annotations.Nullable;

/**
 * A rate: permits per period.
 *
 * @param number the text of the number, for problems
 * @param period the text of the period, for problems
 * @param unit the unit of the period
 */
public record Rate(
    long permits, long periodMicros, LocatedText number, LocatedText period, PeriodUnit unit) {
  /** The calendar unit of the period; null if the period is not exactly one day, week or month. */
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
