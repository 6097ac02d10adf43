package dev.penstock.outbound.learn;

import java.util.random.RandomGenerator;

/** How long to stay away from a server that refuses but does not say for how long. */
public final class BackoffDelay {
  /*
   * Full jitter: anything between nothing and a bound that doubles with every refusal. Callers
   * that were refused together do not come back together.
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

  /** The pause after so many refusals in a row, the first of which is 1. */
  public long pauseMicros(int refusals) {
    return random.nextLong(mostMicros(refusals) + 1);
  }

  private long mostMicros(int refusals) {
    int doublings = Math.max(0, refusals - 1);
    boolean capped = doublings >= Long.SIZE || baseMicros > capMicros >> doublings;
    return capped ? capMicros : baseMicros << doublings;
  }
}
