package dev.penstock.it.harness;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for a condition that another process fulfills. */
public final class Await {
  private static final long POLL_MILLIS = 20;

  private Await() {}

  /** Returns true as soon as the condition holds, or false after the timeout. */
  public static boolean within(Duration timeout, BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > timeout.toNanos()) {
        return false;
      }
      pause();
    }
    return true;
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting", e);
    }
  }
}
