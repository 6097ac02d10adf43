package dev.penstock.bench.redis;

import dev.penstock.limit.Limit;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;

/** Limits that a benchmark cannot use up, with periods so long that no key expires. */
final class WideLimits {
  static final long PERIOD_MICROS = 1_000_000;
  static final long BURST = 1_000_000_000;

  /** Long, so that most slices contain no end of a window. */
  private static final long WINDOW_MICROS = 600 * PERIOD_MICROS;

  private WideLimits() {}

  static Limit tokenBucket() {
    return new TokenBucket(/* permits= */ 1, PERIOD_MICROS, BURST);
  }

  static Limit slidingWindow() {
    return new SlidingWindow(
        Math.min(BURST, SlidingWindow.mostPermits(WINDOW_MICROS)), WINDOW_MICROS);
  }
}
