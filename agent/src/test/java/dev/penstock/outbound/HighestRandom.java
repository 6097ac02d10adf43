package dev.penstock.outbound;

import java.util.random.RandomGenerator;

/** A random generator that always returns the highest number. */
public final class HighestRandom implements RandomGenerator {
  @Override
  public long nextLong() {
    return Long.MAX_VALUE;
  }

  @Override
  public long nextLong(long bound) {
    return bound - 1;
  }
}
