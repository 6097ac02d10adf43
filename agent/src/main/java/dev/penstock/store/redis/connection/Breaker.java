package dev.penstock.store.redis.connection;

import dev.penstock.log.AgentLog;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** Whether a Redis is asked or left alone, and how long it is left alone before it is tried. */
final class Breaker {
  /*
   * Changes are rare, so a lock is good enough for them; who only wants to know reads one field.
   *
   * A Redis that answers and falls silent in turn changes its state all the time. The pauses keep
   * growing until it has answered for a while, and the log hears of it once a minute: of the first
   * change, of its end, and then of the next one that is still true when the minute is over.
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

  /** Not a monitor: virtual threads must not be pinned while the log is written. */
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
   * @param random from 0 to 1
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

  /** It is not asked any more. False if that was so before. */
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

  /** It has answered, and is asked again. */
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

  /** How long to wait before it is tried, each time longer; never the same for all instances. */
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
