package dev.penstock.it;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waiting for something that happens in another process. */
final class Await {
  private static final long POLL_MILLIS = 20;

  private Await() {}

  /** True as soon as the condition holds, false if it did not in time. */
  static boolean within(Duration patience, BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > patience.toNanos()) {
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
