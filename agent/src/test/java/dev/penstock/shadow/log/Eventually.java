package dev.penstock.shadow.log;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for another thread, with a timeout. */
final class Eventually {
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private Eventually() {}

  static void holds(String what, Callable<Boolean> condition) throws Exception {
    long start = System.nanoTime();
    while (!condition.call()) {
      if (System.nanoTime() - start > TIMEOUT_NANOS) {
        throw new AssertionError("still not: " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }
}
