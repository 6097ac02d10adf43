package dev.penstock.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;

/** Runs a task in many threads that start at the same moment. */
final class ConcurrentThreads {
  private ConcurrentThreads() {}

  /** Passes 0, 1, 2 ... to the task, one number per thread, and adds up the results. */
  static long sum(int threads, IntToLongFunction task) throws Exception {
    CyclicBarrier start = new CyclicBarrier(threads);
    List<Callable<Long>> tasks = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      tasks.add(
          () -> {
            start.await();
            return task.applyAsLong(number);
          });
    }
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      long sum = 0;
      for (Future<Long> result : pool.invokeAll(tasks, 60, TimeUnit.SECONDS)) {
        sum += result.get();
      }
      return sum;
    } finally {
      pool.shutdownNow();
    }
  }
}
