package dev.penstock.inbound;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts the requests that the application is handling, for load shedding. */
final class InFlightCounter {
  private final AtomicInteger count = new AtomicInteger();

  /** Adds a request; returns how many are in flight, including this one. */
  int arrive() {
    return count.incrementAndGet();
  }

  void leave() {
    count.decrementAndGet();
  }
}
