package dev.penstock.telemetry;

/** Counts that belong together, such as one per outcome of a rule. */
final class CounterGroup {
  private final Counters counters;
  private final int id;
  private final int length;

  CounterGroup(Counters counters, int id, int length) {
    this.counters = counters;
    this.id = id;
    this.length = length;
  }

  /** Returns the index of the group in every row; it never changes. */
  int id() {
    return id;
  }

  int length() {
    return length;
  }

  /** Returns the sums over all rows. */
  long[] read() {
    return counters.read(this);
  }
}
