package dev.penstock.testdialects;

import java.time.Duration;

/** A token bucket, which allows a number of calls at once and further calls at a steady rate. */
public final class ServerBucket implements ServerLimit {
  private final long capacity;
  private final long nanosPerCall;
  private long filledNanos;
  private long lastNanos;
  private boolean started;

  /** Starts full, and refills with {@code calls} per {@code period}. */
  public ServerBucket(long capacity, long calls, Duration period) {
    this.capacity = capacity;
    // Rounded down, so that a client that keeps to the rate is never rejected by rounding.
    this.nanosPerCall = period.toNanos() / calls;
    this.filledNanos = capacity * nanosPerCall;
  }

  @Override
  public synchronized Verdict decide(long nanoTime, long epochMillis) {
    if (!started) {
      started = true;
      lastNanos = nanoTime;
    }
    // Threads may arrive here in another order than they have read the clock.
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
