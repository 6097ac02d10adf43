package dev.penstock.bench.redis;

/** A histogram of the times of decisions, accurate to four percent. */
final class Latencies {
  /*
   * Each power of two is divided into 32 equal steps. Each thread has its own counts, and the counts
   * of all threads are added at the end.
   */
  private static final int STEP_BITS = 5;
  private static final int STEPS = 1 << STEP_BITS;

  private final long[] counts = new long[(Long.SIZE - STEP_BITS) * STEPS];
  private long total;

  void add(long nanos) {
    counts[index(Math.max(0, nanos))]++;
    total++;
  }

  void addAll(Latencies others) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += others.counts[i];
    }
    total += others.total;
  }

  long total() {
    return total;
  }

  /** The time within which this share of the decisions was made. */
  double micros(double share) {
    long sought = (long) Math.ceil(share * total);
    long seen = 0;
    for (int index = 0; index < counts.length; index++) {
      seen += counts[index];
      if (seen >= sought) {
        return upperNanos(index) / 1000.0;
      }
    }
    return 0;
  }

  private static int index(long nanos) {
    if (nanos < STEPS) {
      return (int) nanos;
    }
    int shift = Long.SIZE - 1 - STEP_BITS - Long.numberOfLeadingZeros(nanos);
    return (shift + 1) * STEPS + (int) (nanos >>> shift) - STEPS;
  }

  private static double upperNanos(int index) {
    if (index < STEPS) {
      return index;
    }
    int shift = index / STEPS - 1;
    return (double) ((long) (STEPS + index % STEPS + 1) << shift);
  }
}
