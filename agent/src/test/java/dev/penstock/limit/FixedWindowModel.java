package dev.penstock.limit;

import java.util.ArrayList;
import java.util.List;

/** Adds up what was admitted since the last multiple of the window. */
final class FixedWindowModel implements LimitModel {
  private final long permits;
  private final long window;
  private final List<long[]> admissions = new ArrayList<>();

  FixedWindowModel(long permits, long window) {
    this.permits = permits;
    this.window = window;
  }

  @Override
  public boolean fits(long nowMicros, long cost) {
    long start = nowMicros - nowMicros % window;
    long spent = 0;
    for (long[] admission : admissions) {
      spent += admission[0] >= start ? admission[1] : 0;
    }
    return spent + cost <= permits;
  }

  @Override
  public void admit(long nowMicros, long cost) {
    admissions.add(new long[] {nowMicros, cost});
  }
}
