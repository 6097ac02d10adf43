package dev.penstock.store;

import dev.penstock.limit.Limit;
import dev.penstock.store.redis.RedisStore;
import dev.penstock.store.redis.client.FailurePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** Threads that spend single units of one key until they are stopped. */
final class StoreLoad {
  private static final long PAUSE_MILLIS = 5;

  private final AtomicLong decisions = new AtomicLong();
  private final AtomicLong admitted = new AtomicLong();
  private final AtomicLong longestNanos = new AtomicLong();
  private final Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private final String name;
  private final Limit limit;
  private final FailurePolicy onOutage;
  private volatile boolean stopped;

  StoreLoad(String name, Limit limit, FailurePolicy onOutage) {
    this.name = name;
    this.limit = limit;
    this.onOutage = onOutage;
  }

  void start(List<RedisStore> stores, int count) {
    for (int i = 0; i < count; i++) {
      RedisStore store = stores.get(i % stores.size());
      Budget budget = store.budget(name, limit, onOutage);
      Thread thread = new Thread(() -> run(new Spender(store), budget), "load-" + name + "-" + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  private void run(Spender spender, Budget budget) {
    while (!stopped) {
      long startNanos = System.nanoTime();
      try {
        boolean isAdmitted = spender.spend(name.hashCode(), budget);
        admitted.addAndGet(isAdmitted ? 1 : 0);
      } catch (Throwable failure) {
        thrown.add(failure);
      }
      decisions.incrementAndGet();
      longestNanos.accumulateAndGet(System.nanoTime() - startNanos, Math::max);
      Instances.pause(PAUSE_MILLIS);
    }
  }

  /** Stops the threads, and returns when the last call is decided. */
  void stop() throws InterruptedException {
    stopped = true;
    for (Thread thread : threads) {
      thread.join(30_000);
    }
  }

  long decisions() {
    return decisions.get();
  }

  long admitted() {
    return admitted.get();
  }

  long longestMillis() {
    return longestNanos.get() / 1_000_000;
  }

  Queue<Throwable> thrown() {
    return thrown;
  }

  @Override
  public String toString() {
    return name
        + (": " + admitted() + " of " + decisions() + " admitted, longest ")
        + (longestMillis() + " ms");
  }
}
