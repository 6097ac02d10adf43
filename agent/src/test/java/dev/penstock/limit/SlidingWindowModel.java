package dev.penstock.limit;

import java.math.BigInteger;

/**
 * Weighs every admission by the part of its slice that the window covers. With one slice that is
 * {@code p*(W - e) + (c + n)*W <= L*W}.
 */
final class SlidingWindowModel extends LimitModel {
  private final BigInteger permits;
  private final long window;
  private final long slice;
  private final boolean strict;

  SlidingWindowModel(long permits, long window) {
    this(permits, window, /* slices= */ 1, /* strict= */ false);
  }

  SlidingWindowModel(long permits, long window, int slices, boolean strict) {
    this.permits = BigInteger.valueOf(permits);
    this.window = window;
    this.slice = window / slices;
    this.strict = strict;
  }

  @Override
  public boolean fits(long nowMicros, long cost) {
    BigInteger whole = BigInteger.valueOf(slice);
    BigInteger sum = BigInteger.valueOf(cost).multiply(whole);
    for (Admission admission : admissions) {
      long sliceEnd = admission.at() - admission.at() % slice + slice;
      long overlap = Math.min(slice, Math.max(0, sliceEnd - (nowMicros - window)));
      long weight = strict && overlap > 0 ? slice : overlap;
      sum = sum.add(BigInteger.valueOf(admission.cost()).multiply(BigInteger.valueOf(weight)));
    }
    return sum.compareTo(permits.multiply(whole)) <= 0;
  }
}
