package dev.penstock.telemetry;

import java.util.List;

/**
 * A distribution of values.
 *
 * @param bounds the upper bounds of all buckets except the last, which has none
 * @param counts the number of values in each bucket; one more entry than bounds
 * @param sum of all values
 */
public record Histogram(List<Double> bounds, List<Long> counts, double sum) {
  public Histogram {
    bounds = List.copyOf(bounds);
    counts = List.copyOf(counts);
    if (counts.size() != bounds.size() + 1) {
      throw new IllegalArgumentException(
          counts.size() + " counts do not fit " + bounds.size() + " bounds");
    }
  }

  /** Returns the number of values. */
  public long total() {
    long total = 0;
    for (long count : counts) {
      total += count;
    }
    return total;
  }
}
