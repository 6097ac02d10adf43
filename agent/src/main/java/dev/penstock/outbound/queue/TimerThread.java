package dev.penstock.outbound.queue;

import dev.penstock.log.AgentLog;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The timer for all calls that wait without a thread of their own. */
public final class TimerThread implements WakeUpTimer {
  /*
   * A task may start a call of the application, and with it run code of the application. With
   * several threads, one slow task does not delay the others. Threads start when they are needed,
   * and end when they are idle.
   */
  private static final int MAX_THREADS = 4;
  private static final long IDLE_SECONDS = 10;

  private final ScheduledThreadPoolExecutor executor;
  private final AgentLog log;

  public TimerThread(AgentLog log) {
    this.log = log;
    executor = new ScheduledThreadPoolExecutor(MAX_THREADS, TimerThread::newThread);
    executor.setRemoveOnCancelPolicy(true);
    executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    executor.allowCoreThreadTimeOut(true);
  }

  private static Thread newThread(Runnable work) {
    Thread thread = new Thread(work, "penstock-timer");
    thread.setDaemon(true);
    // A thread of the agent must not keep the class loader of an application reachable.
    thread.setContextClassLoader(null);
    return thread;
  }

  @Override
  public Alarm schedule(long delayMicros, Runnable task) {
    Future<?> future = executor.schedule(() -> run(task), delayMicros, TimeUnit.MICROSECONDS);
    return () -> future.cancel(/* mayInterruptIfRunning= */ false);
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable error) {
      log.repeated(AgentLog.SUPPRESSED + "timer", "cannot start a delayed outbound call", error);
    }
  }
}
