package dev.penstock.shadow.log;

import dev.penstock.log.AgentLog;
import dev.penstock.rules.ShadowLogSettings;
import dev.penstock.shadow.Divergence;
import dev.penstock.shadow.ExcludedTime;
import dev.penstock.shadow.TrafficComparison;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** The divergence log of a comparison. Its own thread writes it; threads that add never wait. */
public final class DivergenceLog implements AutoCloseable {
  private static final long CLOSE_TIMEOUT_MILLIS = 2_000;

  private final WriteBacklog backlog = new WriteBacklog();
  private final LogWriter writer;
  private final Thread thread;
  private final AtomicBoolean started = new AtomicBoolean();

  /** Creates a log; the thread starts and the file is opened when there is something to write. */
  public DivergenceLog(ShadowLogSettings settings, LogHeader header, AgentLog log) {
    this(settings, header, log, System::currentTimeMillis);
  }

  DivergenceLog(
      ShadowLogSettings settings, LogHeader header, AgentLog log, LongSupplier clockMillis) {
    writer = new LogWriter(settings, header, backlog, log, clockMillis);
    thread = new Thread(writer, "penstock-shadow-log");
    thread.setDaemon(true);
    // The application's loader must not stay reachable from a thread that outlives it.
    thread.setContextClassLoader(null);
  }

  /** Starts late: a thread that loads classes while the JVM starts can cause a deadlock. */
  private void startThread() {
    if (!started.get() && started.compareAndSet(false, true)) {
      thread.start();
    }
  }

  /** Queues a diverging call; false, and counted as lost, if the disk does not keep up. */
  public boolean offer(Divergence divergence) {
    if (writer.isClosing()) {
      backlog.addLost(1);
      return false;
    }
    startThread();
    return backlog.offer(divergence);
  }

  /**
   * Queues the counts of one minute, even if it had no calls.
   *
   * @param minute minutes since 1970
   * @param inbound the counts of this minute for inbound requests
   * @param outbound the counts of this minute for outbound calls
   */
  public void minute(long minute, TrafficComparison inbound, TrafficComparison outbound) {
    startThread();
    backlog.add(new WriteBacklog.Minute(minute, inbound, outbound));
  }

  /** Queues the lists of affected clients of the whole run; replaces those in the queue. */
  public void clients(TrafficComparison inbound, TrafficComparison outbound) {
    startThread();
    backlog.replace(new WriteBacklog.Clients(inbound, outbound));
  }

  /** Queues the exclusions of the whole run; replaces those in the queue. */
  public void excluded(ExcludedTime soFar) {
    startThread();
    backlog.replace(soFar);
  }

  /** How many diverging calls were not written. */
  public long lost() {
    return backlog.lost();
  }

  /** Writes what is queued, for at most two seconds, and closes the file. */
  @Override
  public void close() {
    close(CLOSE_TIMEOUT_MILLIS);
  }

  void close(long timeoutMillis) {
    writer.finish();
    if (!started.get()) {
      return;
    }
    LockSupport.unpark(thread);
    try {
      TimeUnit.MILLISECONDS.timedJoin(thread, timeoutMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (thread.isAlive()) {
      // The interrupt closes the channel that the thread is blocked in.
      writer.abort();
      thread.interrupt();
    }
  }

  /** For tests: true until the thread has ended. */
  boolean isRunning() {
    return thread.isAlive();
  }
}
