package dev.penstock.it;

import java.time.Duration;

/** What a strict server allows; written without a look at how Penstock does the same. */
interface ServerLimit {
  /** Judges a call by when it has arrived, by both clocks; an allowed one is counted. */
  Verdict judge(long nanoTime, long epochMillis);

  /**
   * What there was to be said about a call.
   *
   * @param limit how many calls there are in a full bucket or a whole window
   * @param window how long it takes to get all of them back
   * @param untilNext when the next call will be allowed; zero if at once
   * @param untilFull when all of them will be there again
   */
  record Verdict(
      boolean allowed,
      long limit,
      Duration window,
      long remaining,
      Duration untilNext,
      Duration untilFull) {}
}
