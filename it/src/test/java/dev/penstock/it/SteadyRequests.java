package dev.penstock.it;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** Threads that go on asking applications for two pages in turn, until they are stopped. */
final class SteadyRequests implements AutoCloseable {
  private static final List<String> PAGES = List.of("/api/tight", "/api/free");
  private static final int THREADS_PER_APP = 4;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long PAUSE_MILLIS = 10;

  private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();
  private final Map<RunningApp, AtomicLong> byApp = new ConcurrentHashMap<>();
  private final AtomicLong longestNanos = new AtomicLong();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean over;

  SteadyRequests(List<RunningApp> apps) {
    for (RunningApp app : apps) {
      byApp.put(app, new AtomicLong());
      for (int i = 0; i < THREADS_PER_APP; i++) {
        Thread thread = new Thread(() -> run(app), "requests");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
      }
    }
  }

  private void run(RunningApp app) {
    for (int i = 0; !over; i++) {
      String page = PAGES.get(i % PAGES.size());
      long startNanos = System.nanoTime();
      try {
        int status = app.http().status(page);
        count(page + " " + status).incrementAndGet();
        if (status != 200 && status != 429) {
          failures.add(page + " " + status);
        }
      } catch (RuntimeException failure) {
        failures.add(page + " " + failure);
      }
      count(page).incrementAndGet();
      byApp.getOrDefault(app, new AtomicLong()).incrementAndGet();
      longestNanos.accumulateAndGet(System.nanoTime() - startNanos, Math::max);
      goOnFor(Duration.ofMillis(PAUSE_MILLIS));
    }
  }

  private AtomicLong count(String what) {
    return counts.computeIfAbsent(what, any -> new AtomicLong());
  }

  void await(String what, BooleanSupplier isSo) {
    if (!Await.within(PATIENCE, isSo)) {
      throw new AssertionError("never so: " + what + ", but " + counts + failures);
    }
  }

  void goOnFor(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  long admitted(String page) {
    return count(page + " 200").get();
  }

  long refused(String page) {
    return count(page + " 429").get();
  }

  long sent() {
    return PAGES.stream().mapToLong(page -> count(page).get()).sum();
  }

  long sentTo(RunningApp app) {
    return byApp.getOrDefault(app, new AtomicLong()).get();
  }

  long longestMillis() {
    return longestNanos.get() / 1_000_000;
  }

  /** Answers that are neither a page nor a refusal. */
  List<String> failures() {
    return List.copyOf(failures);
  }

  void stop() {
    over = true;
    for (Thread thread : threads) {
      try {
        thread.join(PATIENCE.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public void close() {
    stop();
  }
}
