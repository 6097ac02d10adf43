package dev.penstock.outbound;

import java.util.random.RandomGenerator;

/** Chance that always falls on the highest number. */
public final class Highest implements RandomGenerator {
  @Override
  public long nextLong() {
    return Long.MAX_VALUE;
  }

  @Override
  public long nextLong(long bound) {
    return bound - 1;
  }
}
