package dev.penstock.store.redis.connection;

import dev.penstock.log.AgentLog;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Circuit breaker of one Redis node: decides whether requests are sent, and when to retry a node
 * that failed.
 */
final class Breaker {
  /*
   * State changes are rare, so a lock is good enough for them. Reading the state is one volatile
   * read.
   *
   * A node that alternates between working and failing would change its state all the time. So the
   * pauses keep growing until the node has worked for a while, and changes are logged at most once
   * a minute: the first outage, its end, and then the next outage that still lasts when the minute
   * is over.
   */
  private static final long FIRST_PAUSE_NANOS = 100_000_000L;
  private static final long MAX_PAUSE_NANOS = 3_000_000_000L;
  private static final long STEADY_NANOS = 10_000_000_000L;
  private static final long LOG_PAUSE_NANOS = 60_000_000_000L;

  private final String name;
  private final AgentLog log;
  private final ReplyDispatcher dispatcher;
  private final LongSupplier nanoClock;
  private final DoubleSupplier random;

  /** Not a monitor, because a monitor would pin virtual threads while the log is written. */
  private final ReentrantLock stateLock = new ReentrantLock();

  private volatile boolean isClosed = true;
  private long pauseNanos = FIRST_PAUSE_NANOS;
  private long changedAtNanos;
  private long loggedAtNanos;
  private boolean hasLogged;
  private boolean isOutageLogged;
  private String reason = "";

  Breaker(String name, AgentLog log, ReplyDispatcher dispatcher) {
    this(name, log, dispatcher, System::nanoTime, () -> ThreadLocalRandom.current().nextDouble());
  }

  /**
   * @param random returns numbers from 0 to 1
   */
  Breaker(
      String name,
      AgentLog log,
      ReplyDispatcher dispatcher,
      LongSupplier nanoClock,
      DoubleSupplier random) {
    this.name = name;
    this.log = log;
    this.dispatcher = dispatcher;
    this.nanoClock = nanoClock;
    this.random = random;
    changedAtNanos = nanoClock.getAsLong();
  }

  boolean isClosed() {
    return isClosed;
  }

  /** Opens the breaker: no more requests are sent. Returns false if it was open already. */
  boolean open(String newReason) {
    stateLock.lock();
    try {
      reason = newReason;
      boolean wasClosed = isClosed;
      if (wasClosed) {
        startOutage();
      }
      logIfDue();
      return wasClosed;
    } finally {
      stateLock.unlock();
    }
  }

  private void startOutage() {
    long now = nanoClock.getAsLong();
    if (now - changedAtNanos >= STEADY_NANOS) {
      pauseNanos = FIRST_PAUSE_NANOS;
    }
    changedAtNanos = now;
    isClosed = false;
    isOutageLogged = false;
    dispatcher.opened.increment();
  }

  private void logIfDue() {
    long now = nanoClock.getAsLong();
    if (!isOutageLogged && (!hasLogged || now - loggedAtNanos >= LOG_PAUSE_NANOS)) {
      log.warn(
          ("Redis " + name + " is unavailable (" + reason + "). Rules apply their `on-failure`")
              + " setting; Penstock retries every few seconds.");
      loggedAtNanos = now;
      hasLogged = true;
      isOutageLogged = true;
    }
  }

  /** Closes the breaker, because the node has replied in time. */
  void close() {
    stateLock.lock();
    try {
      if (isClosed) {
        return;
      }
      long now = nanoClock.getAsLong();
      double seconds = Math.round((now - changedAtNanos) / 1e8) / 10.0;
      changedAtNanos = now;
      isClosed = true;
      dispatcher.closed.increment();
      if (isOutageLogged) {
        log.info(
            "Redis " + name + " is available again after " + seconds + " s, and decides again.");
      }
    } finally {
      stateLock.unlock();
    }
  }

  /**
   * The pause before the next retry. It doubles each time, and a random factor spreads the
   * instances.
   */
  long nextPauseNanos() {
    stateLock.lock();
    try {
      long pause = (long) (pauseNanos * (0.5 + random.getAsDouble()));
      pauseNanos = Math.min(2 * pauseNanos, MAX_PAUSE_NANOS);
      return Math.min(pause, MAX_PAUSE_NANOS);
    } finally {
      stateLock.unlock();
    }
  }
}
