package dev.penstock.operator.console;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads that compute responses, started on demand. */
final class ConsoleWorkers implements Executor {
  private final AtomicInteger threadCount = new AtomicInteger();
  private final ThreadPoolExecutor pool;

  ConsoleWorkers(ConsoleLimits limits) {
    pool =
        new ThreadPoolExecutor(
            limits.workers(),
            limits.workers(),
            ConsoleLimits.IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(limits.waiting()),
            work -> thread(work, "penstock-console-" + threadCount.incrementAndGet()));
    pool.allowCoreThreadTimeOut(true);
  }

  /** A daemon thread without references to the application's class loader. */
  static Thread thread(Runnable work, String name) {
    Thread thread =
        new Thread(
            /* group= */ null, work, name, /* stackSize= */ 0, /* inheritThreadLocals= */ false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    return thread;
  }

  /**
   * @throws java.util.concurrent.RejectedExecutionException if too many requests are waiting
   */
  @Override
  public void execute(Runnable work) {
    pool.execute(work);
  }

  void close() {
    pool.shutdown();
  }
}
