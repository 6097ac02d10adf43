package dev.penstock.store;

import dev.penstock.limit.CalendarWindow;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SlicedWindow;
import dev.penstock.limit.SlidingLog;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;
import java.time.ZoneOffset;
import java.util.Random;

/** The algorithm of a limit whose numbers change at each reload. */
enum ReloadKind {
  FIXED,
  CALENDAR,
  SLIDING,
  SLICED,
  STRICT,
  LOG,
  BUCKET,
  LEAKY;

  static final long MINUTE = 60_000_000;
  private static final long MOST_PERMITS = 4;
  private static final long MOST_BURST = 6;
  private static final long MOST_PATIENCE = MINUTE;

  /** A limit of this kind with any numbers. */
  Limit any(Random random, long period) {
    long permits = 1 + random.nextLong(MOST_PERMITS);
    long burst = 1 + random.nextLong(MOST_BURST);
    return with(permits, burst, random.nextLong(MOST_PATIENCE + 1), period);
  }

  /** The limit of this kind with the highest numbers. */
  Limit highest(long period) {
    return with(MOST_PERMITS, MOST_BURST, MOST_PATIENCE, period);
  }

  private Limit with(long permits, long burst, long patience, long period) {
    return switch (this) {
      case FIXED -> new FixedWindow(permits, period);
      case CALENDAR -> new CalendarWindow(permits, CalendarWindow.Unit.DAY, ZoneOffset.UTC);
      case SLIDING -> new SlidingWindow(permits, period);
      case SLICED -> new SlicedWindow(permits, period, /* slices= */ 6, /* strict= */ false);
      case STRICT -> new SlicedWindow(permits, period, /* slices= */ 10, /* strict= */ true);
      case LOG -> new SlidingLog(permits, period);
      case BUCKET -> new TokenBucket(permits, period, burst);
      case LEAKY -> new TokenBucket(permits, period, /* burst= */ 1, patience);
    };
  }
}
