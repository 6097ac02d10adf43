package dev.penstock.limit;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;

/** Sums the admissions since the last midnight, Monday or first of the month. */
final class CalendarModel extends LimitModel {
  private final long permits;
  private final CalendarWindow.Unit unit;
  private final ZoneId zone;

  CalendarModel(long permits, CalendarWindow.Unit unit, ZoneId zone) {
    this.permits = permits;
    this.unit = unit;
    this.zone = zone;
  }

  @Override
  public boolean fits(long nowMicros, long cost) {
    Instant start = start(Instant.EPOCH.plus(nowMicros, ChronoUnit.MICROS));
    long startMicros = ChronoUnit.MICROS.between(Instant.EPOCH, start);
    long spent = 0;
    for (Admission admission : admissions) {
      spent += admission.at() >= startMicros ? admission.cost() : 0;
    }
    return spent + cost <= permits;
  }

  private Instant start(Instant now) {
    LocalDate date = now.atZone(zone).toLocalDate();
    LocalDate first =
        switch (unit) {
          case DAY -> date;
          case WEEK -> date.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
          case MONTH -> date.with(TemporalAdjusters.firstDayOfMonth());
        };
    return first.atStartOfDay(zone).toInstant();
  }
}
