package dev.penstock.limit;

/** Sums the admissions since the last multiple of the window. */
final class FixedWindowModel extends LimitModel {
  private final long permits;
  private final long window;

  FixedWindowModel(long permits, long window) {
    this.permits = permits;
    this.window = window;
  }

  @Override
  public boolean fits(long nowMicros, long cost) {
    long start = nowMicros - nowMicros % window;
    long spent = 0;
    for (Admission admission : admissions) {
      spent += admission.at() >= start ? admission.cost() : 0;
    }
    return spent + cost <= permits;
  }
}
