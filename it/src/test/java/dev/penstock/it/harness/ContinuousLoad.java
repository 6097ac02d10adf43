package dev.penstock.it.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** Threads that request two pages of each application until they are stopped. */
public final class ContinuousLoad implements AutoCloseable {
  private static final List<String> PAGES = List.of("/api/tight", "/api/free");
  private static final int THREADS_PER_APP = 4;
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final long PAUSE_MILLIS = 10;

  private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();
  private final Map<RunningApp, AtomicLong> byApp = new ConcurrentHashMap<>();
  private final AtomicLong longestNanos = new AtomicLong();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean over;

  public ContinuousLoad(List<RunningApp> apps) {
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
      sleepFor(Duration.ofMillis(PAUSE_MILLIS));
    }
  }

  private AtomicLong count(String name) {
    return counts.computeIfAbsent(name, any -> new AtomicLong());
  }

  public void await(String description, BooleanSupplier condition) {
    if (!Await.within(TIMEOUT, condition)) {
      throw new AssertionError(
          "timeout waiting until " + description + "; counts " + counts + ", failures " + failures);
    }
  }

  public void sleepFor(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  public long admitted(String page) {
    return count(page + " 200").get();
  }

  public long rejected(String page) {
    return count(page + " 429").get();
  }

  public long sent() {
    return PAGES.stream().mapToLong(page -> count(page).get()).sum();
  }

  public long sentTo(RunningApp app) {
    return byApp.getOrDefault(app, new AtomicLong()).get();
  }

  public long longestMillis() {
    return longestNanos.get() / 1_000_000;
  }

  /** The requests that ended neither with 200 nor with 429. */
  public List<String> failures() {
    return List.copyOf(failures);
  }

  public void stop() {
    over = true;
    for (Thread thread : threads) {
      try {
        thread.join(TIMEOUT.toMillis());
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
