package dev.penstock.limit;

/** Divides a limit among instances that cannot reach their shared store. */
public final class InstanceShare {
  /*
   * Share of one of k instances = max(1, floor(permits / k)).
   *
   * The floor keeps the sum of all shares within the limit. The minimum of 1 makes an exception for
   * limits with fewer permits than instances, which would otherwise reject every call. The rate of
   * a token bucket is divided exactly: its period is multiplied by k, unless the result exceeds the
   * longest period that a state can hold.
   */
  private InstanceShare() {}

  /** The limit that each of {@code sharers} instances enforces on its own. */
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
