package dev.penstock.operator.console;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The few threads that answer, made when there is something to answer. */
final class ConsoleWorkers implements Executor {
  private final AtomicInteger made = new AtomicInteger();
  private final ThreadPoolExecutor pool;

  ConsoleWorkers(ConsoleLimits limits) {
    pool =
        new ThreadPoolExecutor(
            limits.workers(),
            limits.workers(),
            ConsoleLimits.IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(limits.waiting()),
            work -> thread(work, "penstock-console-" + made.incrementAndGet()));
    pool.allowCoreThreadTimeOut(true);
  }

  /** A thread that keeps neither the JVM nor anything of the application alive. */
  static Thread thread(Runnable work, String name) {
    Thread thread =
        new Thread(
            /* group= */ null, work, name, /* stackSize= */ 0, /* inheritThreadLocals= */ false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    return thread;
  }

  /**
   * @throws java.util.concurrent.RejectedExecutionException if too many wait already
   */
  @Override
  public void execute(Runnable work) {
    pool.execute(work);
  }

  void close() {
    pool.shutdown();
  }
}
