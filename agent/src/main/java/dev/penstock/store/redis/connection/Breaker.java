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
  private static final long LONGEST_PAUSE_NANOS = 3_000_000_000L;
  private static final long STEADY_NANOS = 10_000_000_000L;
  private static final long QUIET_NANOS = 60_000_000_000L;

  private final String name;
  private final AgentLog log;
  private final ReplyDispatcher dispatcher;
  private final LongSupplier nanoClock;
  private final DoubleSupplier random;

  /** Not a monitor, because a monitor would pin virtual threads while the log is written. */
  private final ReentrantLock changes = new ReentrantLock();

  private volatile boolean isAnswering = true;
  private long pauseNanos = FIRST_PAUSE_NANOS;
  private long changedAtNanos;
  private long saidAtNanos;
  private boolean hasSpoken;
  private boolean isSaid;
  private String why = "";

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

  boolean isAnswering() {
    return isAnswering;
  }

  /** Opens the breaker: no more requests are sent. Returns false if it was open already. */
  boolean leaveAlone(String reason) {
    changes.lock();
    try {
      why = reason;
      boolean isNews = isAnswering;
      if (isNews) {
        open();
      }
      sayIfDue();
      return isNews;
    } finally {
      changes.unlock();
    }
  }

  private void open() {
    long now = nanoClock.getAsLong();
    if (now - changedAtNanos >= STEADY_NANOS) {
      pauseNanos = FIRST_PAUSE_NANOS;
    }
    changedAtNanos = now;
    isAnswering = false;
    isSaid = false;
    dispatcher.opened.increment();
  }

  private void sayIfDue() {
    long now = nanoClock.getAsLong();
    if (!isSaid && (!hasSpoken || now - saidAtNanos >= QUIET_NANOS)) {
      log.warn(
          ("redis " + name + " cannot be asked: " + why)
              + "; rules do what `on-failure` says until it answers again,"
              + " which is tried every few seconds");
      saidAtNanos = now;
      hasSpoken = true;
      isSaid = true;
    }
  }

  /** Closes the breaker, because the node has replied in time. */
  void answersAgain() {
    changes.lock();
    try {
      if (isAnswering) {
        return;
      }
      long now = nanoClock.getAsLong();
      double seconds = Math.round((now - changedAtNanos) / 1e8) / 10.0;
      changedAtNanos = now;
      isAnswering = true;
      dispatcher.closed.increment();
      if (isSaid) {
        log.info("redis " + name + " answers again after " + seconds + " s, and decides again");
      }
    } finally {
      changes.unlock();
    }
  }

  /**
   * The pause before the next retry. It doubles each time, and a random factor spreads the
   * instances.
   */
  long nextPauseNanos() {
    changes.lock();
    try {
      long pause = (long) (pauseNanos * (0.5 + random.getAsDouble()));
      pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
      return Math.min(pause, LONGEST_PAUSE_NANOS);
    } finally {
      changes.unlock();
    }
  }
}
