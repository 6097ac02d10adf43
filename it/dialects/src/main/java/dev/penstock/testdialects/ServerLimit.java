package dev.penstock.testdialects;

import java.time.Duration;

/** The limit of an HTTP API, implemented from its definition and independent of Penstock. */
public interface ServerLimit {
  /** Decides about a call that arrived at this time, by both clocks, and counts an allowed call. */
  Verdict decide(long nanoTime, long epochMillis);

  /**
   * The decision about a call.
   *
   * @param limit the calls of a full bucket or a whole window
   * @param window the time until all of them are available again
   * @param untilNext the time until the next call is allowed; zero if it is allowed now
   * @param untilFull the time until all calls are available again
   */
  record Verdict(
      boolean allowed,
      long limit,
      Duration window,
      long remaining,
      Duration untilNext,
      Duration untilFull) {}
}
