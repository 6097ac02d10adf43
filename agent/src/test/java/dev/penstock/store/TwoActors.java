package dev.penstock.store;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Lets two actors loose on a fresh scene at the same moment, over and over, and notes outcomes. */
final class TwoActors {
  /** What two threads do to a common state, and what is to be seen of it afterwards. */
  interface Scene {
    String first();

    String second();

    String outcome();
  }

  private static final int SPINS_BEFORE_YIELDING = 1_000;

  private TwoActors() {}

  /** All outcomes that were seen: what each actor said, and what was left. */
  static Set<String> outcomes(int times, Supplier<Scene> scenes) throws Exception {
    Set<String> outcomes = new TreeSet<>();
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      for (int i = 0; i < times; i++) {
        Scene scene = scenes.get();
        AtomicInteger ready = new AtomicInteger();
        // Every other time one of them gets a little ahead, so that all orders are met.
        int lead = i % 64 - 32;
        Future<String> second = other.submit(() -> meet(ready, -lead, scene::second));
        String first = meet(ready, lead, scene::first);
        outcomes.add(first + " " + second.get(60, TimeUnit.SECONDS) + " " + scene.outcome());
      }
    } finally {
      other.shutdownNow();
    }
    return outcomes;
  }

  @SuppressWarnings("ThreadPriorityCheck") // two actors may have to share one processor
  private static String meet(AtomicInteger ready, int pauses, Supplier<String> action) {
    ready.incrementAndGet();
    for (int spins = 0; ready.get() < 2; spins++) {
      if (spins < SPINS_BEFORE_YIELDING) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
    for (int i = 0; i < pauses; i++) {
      Thread.onSpinWait();
    }
    return action.get();
  }
}
