package dev.penstock.shared;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** How many questions are under way that nobody waits for, until somebody does. */
final class UnderWay {
  private static final long LOOK_EVERY_NANOS = 2_000_000;

  private final AtomicInteger count = new AtomicInteger();

  void sent() {
    count.incrementAndGet();
  }

  void told() {
    count.decrementAndGet();
  }

  /** Waits until all are told, but not for ever: each of them has a deadline. */
  void awaitAll(long longestMicros) {
    long end = System.nanoTime() + longestMicros * 1_000;
    while (count.get() > 0 && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(this, LOOK_EVERY_NANOS);
    }
  }
}
