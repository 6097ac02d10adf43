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

/** The log that a comparison is written to, by a thread of its own; whoever adds to it goes on. */
public final class DivergenceLog implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 2_000;

  private final WriteBacklog backlog = new WriteBacklog();
  private final LogWriter writer;
  private final Thread thread;
  private final AtomicBoolean started = new AtomicBoolean();

  /** Neither starts its thread nor opens the file before there is something to write. */
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

  /** Not in the constructor: a thread that loads classes while the JVM starts can lock it up. */
  private void start() {
    if (!started.get() && started.compareAndSet(false, true)) {
      thread.start();
    }
  }

  /** Writes a diverging call down if the disk keeps up. False, and counted, if it does not. */
  public boolean offer(Divergence divergence) {
    if (writer.isClosing()) {
      backlog.lose(1);
      return false;
    }
    start();
    return backlog.offer(divergence);
  }

  /**
   * Writes down what became of the calls of one minute that was watched, an idle one too.
   *
   * @param minute minutes since 1970
   * @param inbound counts of this minute alone: all, unjudged, by rule
   * @param outbound the same for calls that go out, and how long they would have been held
   */
  public void minute(long minute, TrafficComparison inbound, TrafficComparison outbound) {
    start();
    backlog.add(new WriteBacklog.Minute(minute, inbound, outbound));
  }

  /** Writes down who is affected, in all of this run so far. */
  public void clients(TrafficComparison inbound, TrafficComparison outbound) {
    start();
    backlog.replace(new WriteBacklog.Clients(inbound, outbound));
  }

  /** Writes down what was left out of the comparison, in all of this run so far. */
  public void excluded(ExcludedTime soFar) {
    start();
    backlog.replace(soFar);
  }

  /** How many diverging calls were not written down. */
  public long lost() {
    return backlog.lost();
  }

  /** Writes what is left, for two seconds at most, and lets go of the file. */
  @Override
  public void close() {
    close(PATIENCE_MILLIS);
  }

  void close(long patienceMillis) {
    writer.finish();
    if (!started.get()) {
      return;
    }
    LockSupport.unpark(thread);
    try {
      TimeUnit.MILLISECONDS.timedJoin(thread, patienceMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (thread.isAlive()) {
      // Closes the channel that it hangs in.
      writer.giveUp();
      thread.interrupt();
    }
  }

  /** For tests that want to see it end. */
  boolean isRunning() {
    return thread.isAlive();
  }
}
