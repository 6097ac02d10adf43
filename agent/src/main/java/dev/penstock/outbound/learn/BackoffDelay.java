package dev.penstock.outbound.learn;

import java.util.random.RandomGenerator;

/** The pause after a rejection for which the server announces no retry time. */
public final class BackoffDelay {
  /*
   * Full jitter: a random time between zero and a maximum that doubles with every rejection. So
   * callers that were rejected together do not return together.
   */
  private final long baseMicros;
  private final long capMicros;
  private final RandomGenerator random;

  public BackoffDelay(long baseMicros, long capMicros, RandomGenerator random) {
    if (baseMicros <= 0 || capMicros < baseMicros) {
      throw new IllegalArgumentException(
          "0 < base <= cap must hold, was " + baseMicros + " and " + capMicros);
    }
    this.baseMicros = baseMicros;
    this.capMicros = capMicros;
    this.random = random;
  }

  /** Returns a pause after this many rejections in a row; the first one is number 1. */
  public long pauseMicros(int rejections) {
    return random.nextLong(maxMicros(rejections) + 1);
  }

  private long maxMicros(int rejections) {
    int doublings = Math.max(0, rejections - 1);
    boolean isCapped = doublings >= Long.SIZE || baseMicros > capMicros >> doublings;
    return isCapped ? capMicros : baseMicros << doublings;
  }
}
