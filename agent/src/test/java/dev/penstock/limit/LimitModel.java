package dev.penstock.limit;

/** What an algorithm means, worked out the slow and obvious way from everything admitted so far. */
interface LimitModel {
  /** Whether the cost fits at this time if nothing more is spent before. */
  boolean fits(long nowMicros, long cost);

  /** Notes that the cost was admitted. */
  void admit(long nowMicros, long cost);

  /** The largest cost that fits. */
  default long remaining(long nowMicros, long capacity) {
    long fits = 0;
    long doesNot = capacity + 1;
    while (doesNot - fits > 1) {
      long middle = fits + (doesNot - fits) / 2;
      if (fits(nowMicros, middle)) {
        fits = middle;
      } else {
        doesNot = middle;
      }
    }
    return fits;
  }
}
