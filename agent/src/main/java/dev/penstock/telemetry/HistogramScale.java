package dev.penstock.telemetry;

import java.util.ArrayList;
import java.util.List;

/** The buckets of a histogram: which values go where. */
final class HistogramScale {
  /** What clients are told to wait: from a second to a day. */
  static final HistogramScale RETRY_AFTER =
      new HistogramScale(1, 2, 5, 10, 30, 60, 300, 900, 3_600, 86_400);

  /** What is left of what is permitted. */
  static final HistogramScale REMAINING = new HistogramScale(0, 0.1, 0.25, 0.5, 0.75, 0.9);

  /** How long calls are held: from a millisecond to a minute. */
  static final HistogramScale WAIT =
      new HistogramScale(0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60);

  /** Values are added up as whole numbers of this size: an exact sum, in whatever order. */
  private static final double PER_UNIT = 1_000_000;

  @SuppressWarnings("ImmutableEnumChecker") // nobody changes them
  private final double[] bounds;

  private HistogramScale(double... bounds) {
    this.bounds = bounds;
  }

  /** How many cells it takes: one for each bucket, and one for the sum. */
  int cells() {
    return bounds.length + 2;
  }

  /** Notes a value in millionths. */
  void note(CounterRow row, CounterGroup tally, long millionths) {
    double value = millionths / PER_UNIT;
    int bucket = 0;
    while (bucket < bounds.length && value > bounds[bucket]) {
      bucket++;
    }
    row.add(tally, bucket, 1);
    row.add(tally, bounds.length + 1, millionths);
  }

  /** Makes a histogram of what was noted. */
  Histogram read(CounterGroup tally) {
    long[] cells = tally.read();
    List<Double> upTo = new ArrayList<>();
    List<Long> counts = new ArrayList<>();
    for (int i = 0; i <= bounds.length; i++) {
      counts.add(cells[i]);
      if (i < bounds.length) {
        upTo.add(bounds[i]);
      }
    }
    return new Histogram(upTo, counts, cells[bounds.length + 1] / PER_UNIT);
  }
}
