package dev.penstock.telemetry;

/** A few counts that belong together, such as one for each outcome of a rule. */
final class CounterGroup {
  private final Counters counters;
  private final int id;
  private final int length;

  CounterGroup(Counters counters, int id, int length) {
    this.counters = counters;
    this.id = id;
    this.length = length;
  }

  /** Its place in every row, for good. */
  int id() {
    return id;
  }

  int length() {
    return length;
  }

  /** All that was counted so far. */
  long[] read() {
    return counters.read(this);
  }
}
