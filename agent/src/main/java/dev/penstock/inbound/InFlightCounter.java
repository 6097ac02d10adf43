package dev.penstock.inbound;

import java.util.concurrent.atomic.AtomicInteger;

/** How many calls the application has in hand. */
final class InFlightCounter {
  private final AtomicInteger count = new AtomicInteger();

  /** One more; answers how many there are with it. */
  int arrive() {
    return count.incrementAndGet();
  }

  void leave() {
    count.decrementAndGet();
  }
}
