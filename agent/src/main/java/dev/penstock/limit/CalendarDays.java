package dev.penstock.limit;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoField;

/** One window of the calendar of a time zone: its number since 1970 and when it starts and ends. */
record CalendarDays(long number, long startMicros, long endMicros) {
  /*
   * A window is what lies between two starts of a day, which java.time knows for every zone: days
   * of 23 and 25 hours, days that start at one o'clock, days that were left out. The date alone
   * would not do: where clocks are put back at 00:01, a date comes, goes and comes again.
   */
  private static final long SECOND = 1_000_000;
  private static final int DAYS_OF_WEEK = 7;

  /** 1970-01-01 was a Thursday, the fourth day of its week. */
  private static final int INTO_FIRST_WEEK = 3;

  private static final int MONTHS_BEFORE_1970 = 1970 * 12;

  static CalendarDays at(long micros, CalendarWindow.Unit unit, ZoneId zone) {
    LocalDate date =
        LocalDate.ofInstant(Instant.ofEpochSecond(Math.floorDiv(micros, SECOND)), zone);
    long number = number(date, unit);
    while (startMicros(number, unit, zone) > micros) {
      number--;
    }
    while (startMicros(number + 1, unit, zone) <= micros) {
      number++;
    }
    return ofNumber(number, unit, zone);
  }

  static CalendarDays ofNumber(long number, CalendarWindow.Unit unit, ZoneId zone) {
    return new CalendarDays(
        number, startMicros(number, unit, zone), startMicros(number + 1, unit, zone));
  }

  boolean contains(long micros) {
    return startMicros <= micros && micros < endMicros;
  }

  private static long number(LocalDate date, CalendarWindow.Unit unit) {
    return switch (unit) {
      case DAY -> date.toEpochDay();
      case WEEK -> Math.floorDiv(date.toEpochDay() + INTO_FIRST_WEEK, DAYS_OF_WEEK);
      case MONTH -> date.getLong(ChronoField.PROLEPTIC_MONTH) - MONTHS_BEFORE_1970;
    };
  }

  private static long startMicros(long number, CalendarWindow.Unit unit, ZoneId zone) {
    LocalDate first =
        switch (unit) {
          case DAY -> LocalDate.ofEpochDay(number);
          case WEEK -> LocalDate.ofEpochDay(number * DAYS_OF_WEEK - INTO_FIRST_WEEK);
          case MONTH -> LocalDate.EPOCH.plusMonths(number);
        };
    return first.atStartOfDay(zone).toEpochSecond() * SECOND;
  }
}
