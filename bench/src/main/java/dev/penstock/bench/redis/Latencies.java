package dev.penstock.bench.redis;

/** How long each of many decisions took, to within four percent. */
final class Latencies {
  /*
   * Each power of two is divided into 32 equal steps. A thread counts for itself, and the counts of
   * all threads are added up afterwards.
   */
  private static final int STEP_BITS = 5;
  private static final int STEPS = 1 << STEP_BITS;

  private final long[] counts = new long[(Long.SIZE - STEP_BITS) * STEPS];
  private long total;

  void add(long nanos) {
    counts[place(Math.max(0, nanos))]++;
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

  /** The time within which this share of them were decided. */
  double micros(double share) {
    long sought = (long) Math.ceil(share * total);
    long seen = 0;
    for (int place = 0; place < counts.length; place++) {
      seen += counts[place];
      if (seen >= sought) {
        return upperNanos(place) / 1000.0;
      }
    }
    return 0;
  }

  private static int place(long nanos) {
    if (nanos < STEPS) {
      return (int) nanos;
    }
    int shift = Long.SIZE - 1 - STEP_BITS - Long.numberOfLeadingZeros(nanos);
    return (shift + 1) * STEPS + (int) (nanos >>> shift) - STEPS;
  }

  private static double upperNanos(int place) {
    if (place < STEPS) {
      return place;
    }
    int shift = place / STEPS - 1;
    return (double) ((long) (STEPS + place % STEPS + 1) << shift);
  }
}
