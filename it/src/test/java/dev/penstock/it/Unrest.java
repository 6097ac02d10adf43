package dev.penstock.it;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Measures how late the machine itself is: a thread that only tries to wake up on time. */
final class Unrest implements AutoCloseable {
  private static final long STEP_NANOS = 20_000_000;

  private final List<Double> lateMillis = new ArrayList<>();
  private final Thread thread = new Thread(this::watch, "unrest");
  private volatile boolean isOver;

  private Unrest() {}

  static Unrest watched() {
    Unrest unrest = new Unrest();
    unrest.thread.setDaemon(true);
    unrest.thread.start();
    return unrest;
  }

  private void watch() {
    long dueNanos = System.nanoTime() + STEP_NANOS;
    while (!isOver) {
      LockSupport.parkNanos(dueNanos - System.nanoTime());
      long lateNanos = System.nanoTime() - dueNanos;
      if (lateNanos >= 0) {
        lateMillis.add(lateNanos / 1e6);
        dueNanos = System.nanoTime() + STEP_NANOS;
      }
    }
  }

  /** The lateness that one of a hundred wake-ups exceeds. Ends the watch. */
  double p99Millis() {
    close();
    lateMillis.sort(null);
    return lateMillis.get(lateMillis.size() * 99 / 100);
  }

  /** The share of wake-ups that were later than this. Ends the watch. */
  double shareLaterThan(double millis) {
    close();
    long late = lateMillis.stream().filter(each -> each > millis).count();
    return (double) late / Math.max(1, lateMillis.size());
  }

  /** The largest lateness. Ends the watch. */
  double maxMillis() {
    close();
    return lateMillis.stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }

  @Override
  public void close() {
    isOver = true;
    try {
      thread.join(10_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
