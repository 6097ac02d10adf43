package dev.penstock.instrument;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Threads that may block, for calls that start after a wait. */
public final class StarterThreads {
  /*
   * A library may resolve a host name, wait for a free connection or run code of the application on
   * the thread that starts a call. The timer of the agent must not do so, and neither may an event
   * loop.
   */
  private StarterThreads() {}

  /** Runs a task with the context class loader of the current thread. */
  public static void execute(Runnable task) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    new CompletableFuture<Object>().defaultExecutor().execute(() -> run(task, loader));
  }

  private static void run(Runnable task, @Nullable ClassLoader loader) {
    Thread thread = Thread.currentThread();
    ClassLoader own = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      task.run();
    } finally {
      thread.setContextClassLoader(own);
    }
  }
}
