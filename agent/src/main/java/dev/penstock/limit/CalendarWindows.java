package dev.penstock.limit;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoField;

/** Divides time into the days, weeks or months of a time zone's calendar. */
final class CalendarWindows extends WindowScheme {
  /*
   * A window runs from the start of its first day to the start of the first day after it. java.time
   * knows these instants for every zone, with days of 23 and 25 hours, days that start at 01:00 and
   * skipped days. Comparing local dates is not enough: in a zone that puts its clocks back at
   * 00:01, the new date ends after a minute and starts again an hour later. So find() starts from
   * the local date and then moves to the window whose two instants enclose the time.
   */
  private static final long SECOND = 1_000_000;
  private static final int DAYS_OF_WEEK = 7;

  /** Days from Monday to 1970-01-01, which was a Thursday. */
  private static final int INTO_FIRST_WEEK = 3;

  private static final int MONTHS_BEFORE_1970 = 1970 * 12;

  private final CalendarWindow.Unit unit;
  private final ZoneId zone;

  CalendarWindows(CalendarWindow.Unit unit, ZoneId zone) {
    super(window(/* index= */ 1, unit, zone));
    this.unit = unit;
    this.zone = zone;
  }

  @Override
  TimeWindow find(long micros) {
    LocalDate date =
        LocalDate.ofInstant(Instant.ofEpochSecond(Math.floorDiv(micros, SECOND)), zone);
    long index = index(date);
    while (startMicros(index, unit, zone) > micros) {
      index--;
    }
    while (startMicros(index + 1, unit, zone) <= micros) {
      index++;
    }
    return ofIndex(index);
  }

  @Override
  TimeWindow ofIndex(long index) {
    return window(index, unit, zone);
  }

  private static TimeWindow window(long index, CalendarWindow.Unit unit, ZoneId zone) {
    return new TimeWindow(
        index,
        startMicros(index, unit, zone),
        startMicros(index + 1, unit, zone),
        CalendarWindow.COUNT.state(index, /* current= */ 0));
  }

  private long index(LocalDate date) {
    return switch (unit) {
      case DAY -> date.toEpochDay();
      case WEEK -> Math.floorDiv(date.toEpochDay() + INTO_FIRST_WEEK, DAYS_OF_WEEK);
      case MONTH -> date.getLong(ChronoField.PROLEPTIC_MONTH) - MONTHS_BEFORE_1970;
    };
  }

  private static long startMicros(long index, CalendarWindow.Unit unit, ZoneId zone) {
    LocalDate first =
        switch (unit) {
          case DAY -> LocalDate.ofEpochDay(index);
          case WEEK -> LocalDate.ofEpochDay(index * DAYS_OF_WEEK - INTO_FIRST_WEEK);
          case MONTH -> LocalDate.EPOCH.plusMonths(index);
        };
    return first.atStartOfDay(zone).toEpochSecond() * SECOND;
  }
}
