package dev.penstock.store.redis.connection;

import dev.penstock.store.redis.client.NoReplyReason;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * The background thread of one {@link NodeConnection}. It connects, and retries a node whose
 * breaker is open. It writes and reads for callers that must not block, and reads late replies, so
 * that replies and requests stay in step.
 */
final class ConnectionThread implements Runnable {
  private static final long SHORTEST_KEEP_NANOS = 1_000_000_000L;
  private static final long LOOK_NANOS = 1_000_000;

  /** Servers and proxies close connections that are idle for long. */
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

  /** Wakes the thread, because there is something to do. */
  void wake() {
    if (isIdle.get() && isIdle.compareAndSet(true, false)) {
      LockSupport.unpark(thread);
    }
  }

  void wakeForGood() {
    LockSupport.unpark(thread);
  }

  /** Queues a request for the time that it names. Any thread may call this. */
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

  /** Sends the queued requests, and reads replies that no calling thread can read. */
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

  /** Reads the next replies, even late ones. */
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

  /** True if the thread must not wait: the breaker is open, or the connection has been replaced. */
  private boolean isOver(Pipeline pipeline) {
    return connection.line() != pipeline || !connection.isAnswering() || connection.isClosed();
  }

  /** Pings an idle connection, so that a dead one is found before a request needs it. */
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

  /** Runs a task while no request is in flight. The caller holds the right to read. */
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

  /** Waits for the right to read or to write. Another thread holds it only briefly. */
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
    // Take the right to read first: a thread that reads its own reply must be able to write its
    // request.
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
