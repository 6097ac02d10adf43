package dev.penstock.store;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Runs two actions on a fresh state at the same moment, many times, and collects the outcomes. */
final class RaceRunner {
  /** Two actions on a common state, and a description of the state afterwards. */
  interface Race {
    String first();

    String second();

    String outcome();
  }

  private static final int SPINS_BEFORE_YIELDING = 1_000;

  private RaceRunner() {}

  /** All observed outcomes: the result of each action, and the final state. */
  static Set<String> outcomes(int times, Supplier<Race> races) throws Exception {
    Set<String> outcomes = new TreeSet<>();
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      for (int i = 0; i < times; i++) {
        Race race = races.get();
        AtomicInteger ready = new AtomicInteger();
        // One of the two starts a little earlier, so that all orders occur.
        int lead = i % 64 - 32;
        Future<String> second = other.submit(() -> startTogether(ready, -lead, race::second));
        String first = startTogether(ready, lead, race::first);
        outcomes.add(first + " " + second.get(60, TimeUnit.SECONDS) + " " + race.outcome());
      }
    } finally {
      other.shutdownNow();
    }
    return outcomes;
  }

  @SuppressWarnings("ThreadPriorityCheck") // two threads may have to share one processor
  private static String startTogether(AtomicInteger ready, int pauses, Supplier<String> action) {
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
