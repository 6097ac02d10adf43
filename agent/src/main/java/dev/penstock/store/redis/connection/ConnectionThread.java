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

  private final NodeConnection connection;
  private final Queue<QueuedRequest> waiting;
  private final Connector dialer;
  private final long timeoutNanos;
  private final long keepNanos;
  private final Queue<QueuedRequest> again = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean isIdle = new AtomicBoolean();
  private final AtomicBoolean isStarted = new AtomicBoolean();
  private final Thread thread;

  ConnectionThread(String name, NodeConnection connection, Connector dialer, long timeoutNanos) {
    this.connection = connection;
    this.dialer = dialer;
    this.timeoutNanos = timeoutNanos;
    waiting = connection.waiting();
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
  void sendLater(QueuedRequest request) {
    again.add(request);
    wake();
  }

  @Override
  public void run() {
    while (!connection.isClosed()) {
      Pipeline pipeline = null;
      try {
        boolean isTrial = !connection.isAnswering();
        if (isTrial) {
          pause();
        }
        pipeline = connection.line();
        if (pipeline == null) {
          pipeline = connection.use(dialer.dial());
        }
        if (isTrial) {
          probe(pipeline);
        } else {
          work(pipeline);
        }
      } catch (Throwable failure) {
        connection.lost(pipeline, failure);
      }
    }
    for (QueuedRequest request = again.poll(); request != null; request = again.poll()) {
      request.silence(NoReplyReason.AWAY);
    }
    connection.close();
  }

  /** Sends what waits, and reads what nobody else can. */
  private void work(Pipeline pipeline) {
    queueAgain();
    pipeline.send(waiting);
    if (isReaderNeeded(pipeline) && pipeline.beginReading()) {
      try {
        readSome(pipeline);
      } finally {
        pipeline.endReading();
      }
      connection.passOn(pipeline);
    } else {
      connection.callReader(pipeline);
      waitForWork(pipeline);
    }
  }

  private void queueAgain() {
    QueuedRequest first = again.peek();
    if (first != null && first.notBeforeNanos() - System.nanoTime() <= 0) {
      again.remove(first);
      waiting.add(first);
    }
  }

  private static boolean isReaderNeeded(Pipeline pipeline) {
    return pipeline.isUnread() && pipeline.firstAwaited() == null;
  }

  /** Reads what is missing, late or not. */
  private void readSome(Pipeline pipeline) {
    if (!pipeline.readSome(System.nanoTime() + keepNanos)) {
      throw new JedisConnectionException("no answer within " + keepNanos / 1_000_000 + " ms");
    }
  }

  private void waitForWork(Pipeline pipeline) {
    isIdle.set(true);
    if (isOver(pipeline) || pipeline.isSendable(waiting) || isReaderNeeded(pipeline)) {
      isIdle.set(false);
      return;
    }
    long startNanos = System.nanoTime();
    QueuedRequest next = again.peek();
    long pauseNanos =
        next == null ? SILENT_NANOS : Math.min(SILENT_NANOS, next.notBeforeNanos() - startNanos);
    LockSupport.parkNanos(this, pauseNanos);
    isIdle.set(false);
    if (pipeline.isSilentFor(SILENT_NANOS) && !isOver(pipeline)) {
      keepAlive(pipeline);
    }
  }

  /** True if this is no time to wait: the server is left alone, or the line is another one. */
  private boolean isOver(Pipeline pipeline) {
    return connection.line() != pipeline || !connection.isAnswering() || connection.isClosed();
  }

  /** Whether a line has died of silence is better known before somebody needs it. */
  private void keepAlive(Pipeline pipeline) {
    if (pipeline.beginReading()) {
      try {
        alone(pipeline, pipeline::complaint);
      } catch (RuntimeException itHasDied) {
        connection.drop(pipeline);
      } finally {
        pipeline.endReading();
      }
      connection.passOn(pipeline);
    }
  }

  /** Who reads: does something with a line on which nothing is under way. */
  private void alone(Pipeline pipeline, Runnable task) {
    if (take(pipeline::beginWriting)) {
      try {
        if (!pipeline.isBusy()) {
          task.run();
        }
      } finally {
        pipeline.endWriting();
      }
    }
  }

  /** Others may still be at it, but not for long. */
  private boolean take(BooleanSupplier turn) {
    boolean isOurs = turn.getAsBoolean();
    while (!isOurs && !connection.isClosed()) {
      LockSupport.parkNanos(this, LOOK_NANOS);
      isOurs = turn.getAsBoolean();
    }
    return isOurs;
  }

  private void pause() {
    long untilNanos = System.nanoTime() + connection.breaker().nextPauseNanos();
    long leftNanos = untilNanos - System.nanoTime();
    while (leftNanos > 0 && !connection.isClosed()) {
      LockSupport.parkNanos(this, leftNanos);
      leftNanos = untilNanos - System.nanoTime();
    }
  }

  private void probe(Pipeline pipeline) {
    // In this order: who waits for its answer as a reader must be able to send its question.
    if (take(pipeline::beginReading)) {
      try {
        while (pipeline.isBusy()) {
          readSome(pipeline);
        }
        alone(pipeline, () -> tryOut(pipeline));
      } finally {
        pipeline.endReading();
      }
      connection.passOn(pipeline);
    }
  }

  private void tryOut(Pipeline pipeline) {
    long askedNanos = System.nanoTime();
    String complaint = pipeline.complaint();
    boolean isInTime = System.nanoTime() - askedNanos < timeoutNanos;
    if (complaint == null && isInTime) {
      connection.breaker().answersAgain();
    } else {
      connection.leaveAlone(
          complaint == null ? "it answers too late" : FailureReasons.tidy(complaint));
    }
  }
}
