package dev.penstock.limit;

import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Admits {@code permits} in each day, week or month of a time zone's calendar. */
public final class CalendarWindow extends TumblingWindowLimit {
  /** The calendar unit that one window covers. */
  public enum Unit {
    /** From midnight to midnight: 23, 24 or 25 hours. */
    DAY(1),
    /** From Monday to Monday. */
    WEEK(7),
    /** From the first of a month to the first of the next; its nominal length is 30 days. */
    MONTH(30);

    private final long nominalMicros;

    Unit(long days) {
      nominalMicros = days * 24 * 3600 * 1_000_000;
    }
  }

  static final WindowStateLayout COUNT = WindowStateLayout.ofBits(43);

  /** The largest number of permits that the state can count. */
  public static final long MAX_PERMITS = COUNT.most();

  private final Unit unit;
  private final ZoneId zone;

  public CalendarWindow(long permits, Unit unit, ZoneId zone) {
    super(permits, unit.nominalMicros, new CalendarWindows(unit, zone), COUNT);
    this.unit = unit;
    this.zone = zone;
  }

  public Unit unit() {
    return unit;
  }

  public ZoneId zone() {
    return zone;
  }

  @Override
  public boolean sharesStateWith(Limit other) {
    return other instanceof CalendarWindow that && that.unit == unit && that.zone.equals(zone);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return super.equals(other) && other instanceof CalendarWindow that && that.zone.equals(zone);
  }

  @Override
  public int hashCode() {
    return super.hashCode() * 31 + zone.hashCode();
  }

  @Override
  public String toString() {
    return "fixed-window " + permits + " each calendar " + unit + " in " + zone;
  }
}
