package dev.penstock.it;

import java.time.Duration;

/** Allows a number of calls at once, and one more whenever a drop has fallen into the bucket. */
final class ServerBucket implements ServerLimit {
  private final long capacity;
  private final long nanosPerCall;
  private long filledNanos;
  private long lastNanos;
  private boolean started;

  /** Starts full; so many calls come back within the period. */
  ServerBucket(long capacity, long calls, Duration period) {
    this.capacity = capacity;
    // Rounded down, so that nobody who keeps to the rate is ever refused for a rounding.
    this.nanosPerCall = period.toNanos() / calls;
    this.filledNanos = capacity * nanosPerCall;
  }

  @Override
  public synchronized Verdict judge(long nanoTime, long epochMillis) {
    if (!started) {
      started = true;
      lastNanos = nanoTime;
    }
    // Two threads may come here in another order than they have read the clock.
    long elapsed = Math.max(0, nanoTime - lastNanos);
    lastNanos += elapsed;
    long full = capacity * nanosPerCall;
    filledNanos = Math.min(full, filledNanos + elapsed);
    boolean allowed = filledNanos >= nanosPerCall;
    if (allowed) {
      filledNanos -= nanosPerCall;
    }
    return new Verdict(
        allowed,
        capacity,
        Duration.ofNanos(full),
        filledNanos / nanosPerCall,
        Duration.ofNanos(Math.max(0, nanosPerCall - filledNanos)),
        Duration.ofNanos(full - filledNanos));
  }
}
