package dev.penstock.telemetry;

import java.util.List;

/**
 * How values are spread.
 *
 * @param bounds the highest value of each bucket but the last, which has no bound
 * @param counts how many values fell into each bucket; one more than bounds
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

  /** How many values there were. */
  public long total() {
    long total = 0;
    for (long count : counts) {
      total += count;
    }
    return total;
  }
}
