package dev.penstock.limit;

/** Sums the admissions in {@code (t - W, t]}. */
final class SlidingLogModel extends LimitModel {
  private final long permits;
  private final long window;

  SlidingLogModel(long permits, long window) {
    this.permits = permits;
    this.window = window;
  }

  @Override
  public boolean fits(long nowMicros, long cost) {
    long spent = 0;
    for (Admission admission : admissions) {
      spent += admission.at() > nowMicros - window ? admission.cost() : 0;
    }
    return spent + cost <= permits;
  }
}
