package dev.penstock.outbound.queue;

import dev.penstock.log.AgentLog;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The one timer of all calls that are held without a thread of their own. */
public final class TimerThread implements WakeUpTimer {
  /*
   * Whoever is woken starts a call of the application's, and that may run into its code. So there
   * are a few threads: one that is kept busy there does not delay the others' turns. They come with
   * the first call that needs them and go when there is none for a while.
   */
  private static final int MOST_THREADS = 4;
  private static final long IDLE_SECONDS = 10;

  private final ScheduledThreadPoolExecutor timer;
  private final AgentLog log;

  public TimerThread(AgentLog log) {
    this.log = log;
    timer = new ScheduledThreadPoolExecutor(MOST_THREADS, TimerThread::thread);
    timer.setRemoveOnCancelPolicy(true);
    timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "penstock-timer");
    thread.setDaemon(true);
    // The application's loader must not stay reachable from a thread that outlives it.
    thread.setContextClassLoader(null);
    return thread;
  }

  @Override
  public Switch after(long micros, Runnable wake) {
    Future<?> alarm = timer.schedule(() -> run(wake), micros, TimeUnit.MICROSECONDS);
    return () -> alarm.cancel(/* mayInterruptIfRunning= */ false);
  }

  private void run(Runnable wake) {
    try {
      wake.run();
    } catch (Throwable error) {
      log.repeated(AgentLog.SUPPRESSED + "timer", "cannot let a held call go", error);
    }
  }
}
