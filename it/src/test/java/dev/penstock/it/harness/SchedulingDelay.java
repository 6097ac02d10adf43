package dev.penstock.it.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Measures how late the operating system wakes up a thread that sleeps for fixed intervals. */
public final class SchedulingDelay implements AutoCloseable {
  private static final long STEP_NANOS = 20_000_000;

  private final List<Double> lateMillis = new ArrayList<>();
  private final Thread thread = new Thread(this::run, "scheduling-delay");
  private volatile boolean isOver;

  private SchedulingDelay() {}

  public static SchedulingDelay measure() {
    SchedulingDelay delay = new SchedulingDelay();
    delay.thread.setDaemon(true);
    delay.thread.start();
    return delay;
  }

  private void run() {
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

  /** The delay that 1 % of the wake-ups exceed. Stops the measurement. */
  public double p99Millis() {
    close();
    lateMillis.sort(null);
    return lateMillis.get(lateMillis.size() * 99 / 100);
  }

  /** The share of wake-ups that were later than this. Stops the measurement. */
  public double shareLaterThan(double millis) {
    close();
    long late = lateMillis.stream().filter(each -> each > millis).count();
    return (double) late / Math.max(1, lateMillis.size());
  }

  /** The longest delay. Stops the measurement. */
  public double maxMillis() {
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
