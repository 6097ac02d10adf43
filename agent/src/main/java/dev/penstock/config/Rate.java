package dev.penstock.config;

import dev.penstock.limit.CalendarWindow;
import org.jspecify.annotations.Nullable;

/**
 * So many calls in so much time.
 *
 * @param number where the number stands in the file
 * @param period where the time stands in the file
 */
record Rate(long permits, long periodMicros, Text number, Text period) {
  /** The part of a calendar that the period is; null if it is none. */
  CalendarWindow.@Nullable Unit calendarUnit() {
    String written = period.value();
    return switch (written.startsWith("1") ? written.substring(1) : written) {
      case "day" -> CalendarWindow.Unit.DAY;
      case "week" -> CalendarWindow.Unit.WEEK;
      case "month" -> CalendarWindow.Unit.MONTH;
      default -> null;
    };
  }
}
