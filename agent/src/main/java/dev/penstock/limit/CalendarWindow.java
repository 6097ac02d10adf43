package dev.penstock.limit;

import static dev.penstock.limit.Numbers.require;
import static dev.penstock.limit.Numbers.requirePermits;

import java.time.ZoneId;

/** Admits {@code permits} in each day, week or month of a time zone's calendar. */
public final class CalendarWindow implements NarrowLimit {
  /** What part of the calendar a window is. */
  public enum Unit {
    /** From midnight to midnight: 23, 24 or 25 hours. */
    DAY(1),
    /** From Monday to Monday. */
    WEEK(7),
    /** From the first to the first. */
    MONTH(30);

    private final long nominalMicros;

    Unit(long days) {
      nominalMicros = days * 24 * 3600 * 1_000_000;
    }
  }

  /*
   * A fixed window whose edges java.time knows. The state is the number of the window since 1970
   * and what was spent in it. The edges of the window last asked for are kept, so that a decision
   * neither looks up a time zone nor allocates.
   */
  private static final int COUNT_BITS = 43;

  /** The most permits that can be counted. */
  public static final long MOST_PERMITS = (1L << COUNT_BITS) - 1;

  private final long permits;
  private final Unit unit;
  private final ZoneId zone;
  private volatile CalendarDays latest;

  public CalendarWindow(long permits, Unit unit, ZoneId zone) {
    requirePermits(permits);
    require(permits <= MOST_PERMITS, "at most " + MOST_PERMITS + " permits fit", permits);
    this.permits = permits;
    this.unit = unit;
    this.zone = zone;
    latest = CalendarDays.ofNumber(/* number= */ 1, unit, zone);
  }

  @Override
  public long permits() {
    return permits;
  }

  public Unit unit() {
    return unit;
  }

  public ZoneId zone() {
    return zone;
  }

  /** The usual length: a month is taken for 30 days. */
  @Override
  public long periodMicros() {
    return unit.nominalMicros;
  }

  @Override
  public long capacity() {
    return permits;
  }

  @Override
  public long spend(long state, long nowMicros, long cost) {
    long number = numberFor(state, nowMicros);
    long spent = spent(state, number);
    return cost > permits - spent ? REFUSED : number << COUNT_BITS | spent + cost;
  }

  @Override
  public long remaining(long state, long nowMicros) {
    return permits - spent(state, numberFor(state, nowMicros));
  }

  @Override
  public long waitMicros(long state, long nowMicros, long cost) {
    if (cost > permits) {
      return NEVER;
    }
    return cost <= remaining(state, nowMicros) ? 0 : toEndOfWindow(state, nowMicros);
  }

  @Override
  public long resetMicros(long state, long nowMicros) {
    return whole(state, nowMicros) ? 0 : toEndOfWindow(state, nowMicros);
  }

  @Override
  public boolean whole(long state, long nowMicros) {
    return remaining(state, nowMicros) == permits;
  }

  @Override
  public long spentNow(long units, long nowMicros) {
    return numberFor(UNTOUCHED, nowMicros) << COUNT_BITS | Math.min(units, permits);
  }

  /** Exact within the window; what was spent in an earlier one does not count any more. */
  @Override
  public long giveBack(long state, long spentAtMicros, long nowMicros, long cost) {
    if (state >>> COUNT_BITS != numberFor(UNTOUCHED, spentAtMicros)) {
      return state;
    }
    return state - Math.min(cost, state & MOST_PERMITS);
  }

  @Override
  public boolean sharesStateWith(Limit other) {
    return other instanceof CalendarWindow that && that.unit == unit && that.zone.equals(zone);
  }

  /** Never more than the permits, though the state may come from a larger limit before a reload. */
  private long spent(long state, long number) {
    return state >>> COUNT_BITS == number ? Math.min(state & MOST_PERMITS, permits) : 0;
  }

  /** The window to count in: that of now, unless a faster thread has counted in a later one. */
  private long numberFor(long state, long nowMicros) {
    return Math.max(state >>> COUNT_BITS, windowAt(nowMicros).number());
  }

  private CalendarDays windowAt(long micros) {
    CalendarDays window = latest;
    if (!window.contains(micros)) {
      window = CalendarDays.at(micros, unit, zone);
      latest = window;
    }
    return window;
  }

  private long toEndOfWindow(long state, long nowMicros) {
    CalendarDays window = windowAt(nowMicros);
    long number = state >>> COUNT_BITS;
    return number > window.number()
        ? CalendarDays.ofNumber(number, unit, zone).endMicros() - nowMicros
        : window.endMicros() - nowMicros;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CalendarWindow that && that.permits == permits && sharesStateWith(that);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(permits * 31 + unit.nominalMicros) * 31 + zone.hashCode();
  }

  @Override
  public String toString() {
    return "fixed-window " + permits + " each calendar " + unit + " in " + zone;
  }
}
