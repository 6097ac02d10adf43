package dev.penstock.bench;

import java.util.concurrent.atomic.AtomicLong;

/** The minimum cost of a decision: one clock read, one sum, one compare-and-set. */
final class Gcra {
  /** One call per nanosecond with a burst of one second: always admitted. */
  private static final long INTERVAL_NANOS = 1;

  private static final long DEPTH_NANOS = 1_000_000_000;

  private Gcra() {}

  static boolean take(AtomicLong fullAt) {
    long now = System.nanoTime();
    while (true) {
      long seen = fullAt.get();
      long next = Math.max(seen, now) + INTERVAL_NANOS;
      if (next - DEPTH_NANOS > now) {
        return false;
      }
      if (fullAt.compareAndSet(seen, next)) {
        return true;
      }
    }
  }
}
