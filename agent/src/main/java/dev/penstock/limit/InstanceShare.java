package dev.penstock.limit;

/** What one of several who share a limit may spend when they cannot ask each other. */
public final class InstanceShare {
  /*
   * Rounded down, so that all shares together are no more than the whole; but at least one unit each,
   * or a limit with fewer permits than there are to share it would be shut for all. A bucket's rate
   * is divided by making its period longer, which is exact as long as the period is not absurd.
   */
  private InstanceShare() {}

  /** The part of the limit that one of so many may spend. */
  public static Limit of(Limit limit, long sharers) {
    if (sharers == 1) {
      return limit;
    }
    long permits = part(limit.permits(), sharers);
    long period = limit.periodMicros();
    if (limit instanceof TokenBucket bucket) {
      return ofBucket(bucket, sharers);
    }
    if (limit instanceof FixedWindow) {
      return new FixedWindow(permits, period);
    }
    if (limit instanceof CalendarWindow window) {
      return new CalendarWindow(permits, window.unit(), window.zone());
    }
    if (limit instanceof SlidingWindow) {
      return new SlidingWindow(permits, period);
    }
    if (limit instanceof SlidingLog) {
      return new SlidingLog(permits, period);
    }
    if (limit instanceof SlicedWindow window) {
      return new SlicedWindow(permits, period, window.slices(), window.isStrict());
    }
    return new Concurrency(permits);
  }

  private static Limit ofBucket(TokenBucket bucket, long sharers) {
    long burst = part(bucket.burst(), sharers);
    long period = bucket.periodMicros();
    return period <= LimitNumbers.LONGEST_MICROS / sharers / burst
        ? new TokenBucket(bucket.permits(), period * sharers, burst, bucket.patienceMicros())
        : new TokenBucket(part(bucket.permits(), sharers), period, burst, bucket.patienceMicros());
  }

  private static long part(long whole, long sharers) {
    return Math.max(1, whole / sharers);
  }
}
