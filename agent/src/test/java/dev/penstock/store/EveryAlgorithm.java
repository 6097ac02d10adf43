package dev.penstock.store;

import dev.penstock.limit.CalendarWindow;
import dev.penstock.limit.Concurrency;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SlicedWindow;
import dev.penstock.limit.SlidingLog;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;
import java.time.ZoneOffset;

/** Limits of every algorithm, with equal capacity. */
final class EveryAlgorithm {
  private static final long MINUTE = 60_000_000;

  private EveryAlgorithm() {}

  /** Limits that count units of a rate, so that a reload carries counts over between them. */
  static Limit[] rates(long capacity) {
    return new Limit[] {
      new FixedWindow(capacity, MINUTE),
      new SlidingLog(capacity, MINUTE),
      new TokenBucket(1, MINUTE, capacity),
      new SlicedWindow(capacity, MINUTE, 6, /* strict= */ false),
      new SlidingWindow(capacity, MINUTE),
      new SlicedWindow(capacity, MINUTE, 10, /* strict= */ true),
      new CalendarWindow(capacity, CalendarWindow.Unit.DAY, ZoneOffset.UTC),
      new TokenBucket(7, MINUTE, capacity),
    };
  }

  /** Limits over a week, so that no window ends during a test, except those of slices. */
  static Limit[] weekly(long capacity) {
    long week = 7 * 24 * 60 * MINUTE;
    return new Limit[] {
      new FixedWindow(capacity, week),
      new SlidingLog(capacity, week),
      new TokenBucket(capacity, week, capacity),
      new SlicedWindow(capacity, week, 7, /* strict= */ false),
      new SlidingWindow(capacity, week),
      new SlicedWindow(capacity, week, 7, /* strict= */ true),
      new CalendarWindow(capacity, CalendarWindow.Unit.MONTH, ZoneOffset.UTC),
    };
  }

  /** A limit on the number of calls in flight. */
  static Limit inFlight(long capacity) {
    return new Concurrency(capacity);
  }

  /** A leaky bucket: it delays all calls except the first. */
  static Limit shaping(long capacity) {
    return new TokenBucket(60, MINUTE, 1, (capacity - 1) * MINUTE / 60);
  }
}
