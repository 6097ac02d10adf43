package dev.penstock.shadow.log;

import dev.penstock.http.Direction;
import dev.penstock.shadow.TrafficComparison;

/** The counts of one run so far, for both directions. */
final class RunTotals {
  private static final long NEVER = Long.MIN_VALUE;

  private final DirectionTotals inbound = new DirectionTotals();
  private final DirectionTotals outbound = new DirectionTotals();
  private long watchedMinutes;
  private long firstMinute = NEVER;
  private long lastMinute = NEVER;

  RunTotals() {}

  /** Totals that were read from a log. */
  RunTotals(
      long firstMinute,
      long watchedMinutes,
      TrafficComparison inbound,
      TrafficComparison outbound) {
    this.firstMinute = firstMinute;
    this.watchedMinutes = watchedMinutes;
    this.lastMinute = firstMinute + watchedMinutes - 1;
    this.inbound.add(inbound);
    this.outbound.add(outbound);
  }

  void add(long minute, TrafficComparison inbound, TrafficComparison outbound) {
    // A minute can arrive in two parts; see ComparisonRun.minutesUntilNow.
    watchedMinutes += minute == lastMinute ? 0 : 1;
    firstMinute = firstMinute == NEVER ? minute : firstMinute;
    lastMinute = minute;
    this.inbound.add(inbound);
    this.outbound.add(outbound);
  }

  /** Adds the totals of a later time. */
  void addLater(RunTotals later) {
    if (later.watchedMinutes > 0) {
      watchedMinutes += later.watchedMinutes - (later.firstMinute == lastMinute ? 1 : 0);
      firstMinute = firstMinute == NEVER ? later.firstMinute : firstMinute;
      lastMinute = later.lastMinute;
      inbound.add(later.inbound.toTraffic());
      outbound.add(later.outbound.toTraffic());
    }
  }

  boolean isEmpty() {
    return watchedMinutes == 0;
  }

  long watchedMinutes() {
    return watchedMinutes;
  }

  /** The first minute; undefined while this is empty. */
  long firstMinute() {
    return firstMinute;
  }

  DirectionTotals inbound() {
    return inbound;
  }

  DirectionTotals outbound() {
    return outbound;
  }

  DirectionTotals of(Direction direction) {
    return direction == Direction.INBOUND ? inbound : outbound;
  }
}
