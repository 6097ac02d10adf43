package dev.penstock.telemetry;

import java.util.ArrayList;
import java.util.List;

/** The buckets of a histogram. */
final class HistogramScale {
  /** Seconds of {@code Retry-After}: from a second to a day. */
  static final HistogramScale RETRY_AFTER =
      new HistogramScale(1, 2, 5, 10, 30, 60, 300, 900, 3_600, 86_400);

  /** The remaining share of a limit. */
  static final HistogramScale REMAINING = new HistogramScale(0, 0.1, 0.25, 0.5, 0.75, 0.9);

  /** Seconds that calls are held: from a millisecond to a minute. */
  static final HistogramScale WAIT =
      new HistogramScale(0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60);

  /** Sums are kept as whole millionths, so that they are exact in any order. */
  private static final double PER_UNIT = 1_000_000;

  @SuppressWarnings("ImmutableEnumChecker") // never modified
  private final double[] bounds;

  private HistogramScale(double... bounds) {
    this.bounds = bounds;
  }

  /** Returns the number of counters: one for each bucket and one for the sum. */
  int cells() {
    return bounds.length + 2;
  }

  /** Records a value in millionths. */
  void record(CounterRow row, CounterGroup group, long millionths) {
    double value = millionths / PER_UNIT;
    int bucket = 0;
    while (bucket < bounds.length && value > bounds[bucket]) {
      bucket++;
    }
    row.add(group, bucket, 1);
    row.add(group, bounds.length + 1, millionths);
  }

  /** Returns the recorded values as a histogram. */
  Histogram read(CounterGroup group) {
    long[] cells = group.read();
    List<Double> upperBounds = new ArrayList<>();
    List<Long> counts = new ArrayList<>();
    for (int i = 0; i <= bounds.length; i++) {
      counts.add(cells[i]);
      if (i < bounds.length) {
        upperBounds.add(bounds[i]);
      }
    }
    return new Histogram(upperBounds, counts, cells[bounds.length + 1] / PER_UNIT);
  }
}
