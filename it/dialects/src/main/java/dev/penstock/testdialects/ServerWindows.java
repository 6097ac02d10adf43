package dev.penstock.testdialects;

import java.time.Duration;

/** Fixed windows with a number of calls each. A window begins at a multiple of its length. */
public final class ServerWindows implements ServerLimit {
  private final long limit;
  private final long millis;
  private long window = Long.MIN_VALUE;
  private long seen;

  public ServerWindows(long limit, Duration length) {
    this.limit = limit;
    this.millis = length.toMillis();
  }

  @Override
  public synchronized Verdict decide(long nanoTime, long epochMillis) {
    long current = Math.max(window, Math.floorDiv(epochMillis, millis));
    if (current != window) {
      window = current;
      seen = 0;
    }
    boolean allowed = seen < limit;
    if (allowed) {
      seen++;
    }
    var untilEnd = Duration.ofMillis((current + 1) * millis - epochMillis);
    return new Verdict(
        allowed,
        limit,
        Duration.ofMillis(millis),
        limit - seen,
        seen < limit ? Duration.ZERO : untilEnd,
        untilEnd);
  }
}
