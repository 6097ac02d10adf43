package dev.penstock.limit;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Weighs every admission by its window: {@code p*(W - e) + (c + n)*W <= L*W}. */
final class SlidingWindowModel implements LimitModel {
  private final BigInteger permits;
  private final long window;
  private final List<long[]> admissions = new ArrayList<>();

  SlidingWindowModel(long permits, long window) {
    this.permits = BigInteger.valueOf(permits);
    this.window = window;
  }

  @Override
  public boolean fits(long nowMicros, long cost) {
    long index = nowMicros / window;
    BigInteger whole = BigInteger.valueOf(window);
    BigInteger covered = BigInteger.valueOf(window - nowMicros % window);
    BigInteger sum = BigInteger.valueOf(cost).multiply(whole);
    for (long[] admission : admissions) {
      long age = index - admission[0] / window;
      BigInteger weight = age == 0 ? whole : age == 1 ? covered : BigInteger.ZERO;
      sum = sum.add(BigInteger.valueOf(admission[1]).multiply(weight));
    }
    return sum.compareTo(permits.multiply(whole)) <= 0;
  }

  @Override
  public void admit(long nowMicros, long cost) {
    admissions.add(new long[] {nowMicros, cost});
  }
}
