package dev.penstock.store.redis.connection;

import dev.penstock.store.redis.client.NoReplyReason;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * A courier's own thread: connects, writes and reads for those who cannot do that themselves, reads
 * answers that their askers have given up on, so that the line stays in step, and tries a server
 * that is left alone.
 */
final class ConnectionThread implements Runnable {
  private static final long SHORTEST_KEEP_NANOS = 1_000_000_000L;
  private static final long LOOK_NANOS = 1_000_000;

  /** Servers and what is in between hang up on those who are silent for long. */
  private static final long SILENT_NANOS = 10_000_000_000L;

  private final NodeConnection courier;
  private final Queue<QueuedRequest> waiting;
  private final Connector dialer;
  private final long timeoutNanos;
  private final long keepNanos;
  private final Queue<QueuedRequest> again = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean isIdle = new AtomicBoolean();
  private final AtomicBoolean isStarted = new AtomicBoolean();
  private final Thread thread;

  ConnectionThread(String name, NodeConnection courier, Connector dialer, long timeoutNanos) {
    this.courier = courier;
    this.dialer = dialer;
    this.timeoutNanos = timeoutNanos;
    waiting = courier.waiting();
    keepNanos = Math.max(SHORTEST_KEEP_NANOS, 10 * timeoutNanos);
    thread = RedisThreads.named("penstock-redis-" + name, this);
  }

  void startOnce() {
    if (!isStarted.get() && isStarted.compareAndSet(false, true)) {
      thread.start();
    }
  }

  /** There is something to do. */
  void wake() {
    if (isIdle.get() && isIdle.compareAndSet(true, false)) {
      LockSupport.unpark(thread);
    }
  }

  void wakeForGood() {
    LockSupport.unpark(thread);
  }

  /** Any thread: has an errand sent when its time has come. */
  void sendLater(QueuedRequest errand) {
    again.add(errand);
    wake();
  }

  @Override
  public void run() {
    while (!courier.isClosed()) {
      Pipeline line = null;
      try {
        boolean isTrial = !courier.isAnswering();
        if (isTrial) {
          pause();
        }
        line = courier.line();
        if (line == null) {
          line = courier.use(dialer.dial());
        }
        if (isTrial) {
          probe(line);
        } else {
          work(line);
        }
      } catch (Throwable failure) {
        courier.lost(line, failure);
      }
    }
    for (QueuedRequest errand = again.poll(); errand != null; errand = again.poll()) {
      errand.silence(NoReplyReason.AWAY);
    }
    courier.close();
  }

  /** Sends what waits, and reads what nobody else can. */
  private void work(Pipeline line) {
    queueAgain();
    line.send(waiting);
    if (isReaderNeeded(line) && line.beginReading()) {
      try {
        readSome(line);
      } finally {
        line.endReading();
      }
      courier.passOn(line);
    } else {
      courier.callReader(line);
      waitForWork(line);
    }
  }

  private void queueAgain() {
    QueuedRequest first = again.peek();
    if (first != null && first.notBeforeNanos() - System.nanoTime() <= 0) {
      again.remove(first);
      waiting.add(first);
    }
  }

  private static boolean isReaderNeeded(Pipeline line) {
    return line.isUnread() && line.firstAwaited() == null;
  }

  /** Reads what is missing, late or not. */
  private void readSome(Pipeline line) {
    if (!line.readSome(System.nanoTime() + keepNanos)) {
      throw new JedisConnectionException("no answer within " + keepNanos / 1_000_000 + " ms");
    }
  }

  private void waitForWork(Pipeline line) {
    isIdle.set(true);
    if (isOver(line) || line.isSendable(waiting) || isReaderNeeded(line)) {
      isIdle.set(false);
      return;
    }
    long startNanos = System.nanoTime();
    QueuedRequest next = again.peek();
    long pauseNanos =
        next == null ? SILENT_NANOS : Math.min(SILENT_NANOS, next.notBeforeNanos() - startNanos);
    LockSupport.parkNanos(this, pauseNanos);
    isIdle.set(false);
    if (line.isSilentFor(SILENT_NANOS) && !isOver(line)) {
      keepAlive(line);
    }
  }

  /** True if this is no time to wait: the server is left alone, or the line is another one. */
  private boolean isOver(Pipeline line) {
    return courier.line() != line || !courier.isAnswering() || courier.isClosed();
  }

  /** Whether a line has died of silence is better known before somebody needs it. */
  private void keepAlive(Pipeline line) {
    if (line.beginReading()) {
      try {
        alone(line, line::complaint);
      } catch (RuntimeException itHasDied) {
        courier.drop(line);
      } finally {
        line.endReading();
      }
      courier.passOn(line);
    }
  }

  /** Who reads: does something with a line on which nothing is under way. */
  private void alone(Pipeline line, Runnable task) {
    if (take(line::beginWriting)) {
      try {
        if (!line.isBusy()) {
          task.run();
        }
      } finally {
        line.endWriting();
      }
    }
  }

  /** Others may still be at it, but not for long. */
  private boolean take(BooleanSupplier turn) {
    boolean isOurs = turn.getAsBoolean();
    while (!isOurs && !courier.isClosed()) {
      LockSupport.parkNanos(this, LOOK_NANOS);
      isOurs = turn.getAsBoolean();
    }
    return isOurs;
  }

  private void pause() {
    long untilNanos = System.nanoTime() + courier.breaker().nextPauseNanos();
    long leftNanos = untilNanos - System.nanoTime();
    while (leftNanos > 0 && !courier.isClosed()) {
      LockSupport.parkNanos(this, leftNanos);
      leftNanos = untilNanos - System.nanoTime();
    }
  }

  private void probe(Pipeline line) {
    // In this order: who waits for its answer as a reader must be able to send its question.
    if (take(line::beginReading)) {
      try {
        while (line.isBusy()) {
          readSome(line);
        }
        alone(line, () -> tryOut(line));
      } finally {
        line.endReading();
      }
      courier.passOn(line);
    }
  }

  private void tryOut(Pipeline line) {
    long askedNanos = System.nanoTime();
    String complaint = line.complaint();
    boolean isInTime = System.nanoTime() - askedNanos < timeoutNanos;
    if (complaint == null && isInTime) {
      courier.breaker().answersAgain();
    } else {
      courier.leaveAlone(
          complaint == null ? "it answers too late" : FailureReasons.tidy(complaint));
    }
  }
}
