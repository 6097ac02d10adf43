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
  private static final long MIN_LATE_REPLY_NANOS = 1_000_000_000L;
  private static final long RETRY_NANOS = 1_000_000;

  /** Servers and proxies close connections that are idle for long. */
  private static final long IDLE_NANOS = 10_000_000_000L;

  private final NodeConnection connection;
  private final Queue<QueuedRequest> queued;
  private final Connector connector;
  private final long timeoutNanos;
  private final long lateReplyNanos;
  private final Queue<QueuedRequest> delayed = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean isWaiting = new AtomicBoolean();
  private final AtomicBoolean isStarted = new AtomicBoolean();
  private final Thread thread;

  ConnectionThread(String name, NodeConnection connection, Connector connector, long timeoutNanos) {
    this.connection = connection;
    this.connector = connector;
    this.timeoutNanos = timeoutNanos;
    queued = connection.queued();
    lateReplyNanos = Math.max(MIN_LATE_REPLY_NANOS, 10 * timeoutNanos);
    thread = RedisThreads.named("penstock-redis-" + name, this);
  }

  void startOnce() {
    if (!isStarted.get() && isStarted.compareAndSet(false, true)) {
      thread.start();
    }
  }

  /** Wakes the thread, because there is something to do. */
  void wake() {
    if (isWaiting.get() && isWaiting.compareAndSet(true, false)) {
      LockSupport.unpark(thread);
    }
  }

  void unpark() {
    LockSupport.unpark(thread);
  }

  /** Queues a request for the time that it names. Any thread may call this. */
  void sendLater(QueuedRequest request) {
    delayed.add(request);
    wake();
  }

  @Override
  public void run() {
    while (!connection.isClosed()) {
      Pipeline pipeline = null;
      try {
        boolean isProbe = !connection.isAvailable();
        if (isProbe) {
          pause();
        }
        pipeline = connection.pipeline();
        if (pipeline == null) {
          pipeline = connection.install(connector.connect());
        }
        if (isProbe) {
          probe(pipeline);
        } else {
          serve(pipeline);
        }
      } catch (Throwable failure) {
        connection.connectionFailed(pipeline, failure);
      }
    }
    for (QueuedRequest request = delayed.poll(); request != null; request = delayed.poll()) {
      request.fail(NoReplyReason.AWAY);
    }
    connection.close();
  }

  /** Sends the queued requests, and reads replies that no calling thread can read. */
  private void serve(Pipeline pipeline) {
    queueDueRequests();
    pipeline.send();
    if (isReaderNeeded(pipeline) && pipeline.beginReading()) {
      try {
        readReplies(pipeline);
      } finally {
        pipeline.endReading();
      }
      connection.afterUse(pipeline);
    } else {
      connection.wakeReader(pipeline);
      waitForWork(pipeline);
    }
  }

  private void queueDueRequests() {
    QueuedRequest first = delayed.peek();
    if (first != null && first.notBeforeNanos() - System.nanoTime() <= 0) {
      delayed.remove(first);
      queued.add(first);
    }
  }

  private static boolean isReaderNeeded(Pipeline pipeline) {
    return pipeline.needsReader() && pipeline.firstPossibleReader() == null;
  }

  /** Reads the next replies, even late ones. */
  private void readReplies(Pipeline pipeline) {
    if (!pipeline.readReplies(System.nanoTime() + lateReplyNanos)) {
      throw new JedisConnectionException("no reply within " + lateReplyNanos / 1_000_000 + " ms");
    }
  }

  private void waitForWork(Pipeline pipeline) {
    isWaiting.set(true);
    if (mustNotWait(pipeline) || pipeline.canSend() || isReaderNeeded(pipeline)) {
      isWaiting.set(false);
      return;
    }
    long startNanos = System.nanoTime();
    QueuedRequest next = delayed.peek();
    long pauseNanos =
        next == null ? IDLE_NANOS : Math.min(IDLE_NANOS, next.notBeforeNanos() - startNanos);
    LockSupport.parkNanos(this, pauseNanos);
    isWaiting.set(false);
    if (pipeline.isIdleFor(IDLE_NANOS) && !mustNotWait(pipeline)) {
      keepAlive(pipeline);
    }
  }

  /** True if the thread must not wait: the breaker is open, or the connection has been replaced. */
  private boolean mustNotWait(Pipeline pipeline) {
    return connection.pipeline() != pipeline || !connection.isAvailable() || connection.isClosed();
  }

  /** Pings an idle connection, so that a dead one is found before a request needs it. */
  private void keepAlive(Pipeline pipeline) {
    if (pipeline.beginReading()) {
      try {
        runExclusively(pipeline, pipeline::ping);
      } catch (RuntimeException itHasDied) {
        connection.drop(pipeline);
      } finally {
        pipeline.endReading();
      }
      connection.afterUse(pipeline);
    }
  }

  /** Runs a task while no request is in flight. The caller holds the right to read. */
  private void runExclusively(Pipeline pipeline, Runnable task) {
    if (awaitRight(pipeline::beginWriting)) {
      try {
        if (!pipeline.hasRequestsInFlight()) {
          task.run();
        }
      } finally {
        pipeline.endWriting();
      }
    }
  }

  /** Waits for the right to read or to write. Another thread holds it only briefly. */
  private boolean awaitRight(BooleanSupplier takeRight) {
    boolean isTaken = takeRight.getAsBoolean();
    while (!isTaken && !connection.isClosed()) {
      LockSupport.parkNanos(this, RETRY_NANOS);
      isTaken = takeRight.getAsBoolean();
    }
    return isTaken;
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
    if (awaitRight(pipeline::beginReading)) {
      try {
        while (pipeline.hasRequestsInFlight()) {
          readReplies(pipeline);
        }
        runExclusively(pipeline, () -> probeServer(pipeline));
      } finally {
        pipeline.endReading();
      }
      connection.afterUse(pipeline);
    }
  }

  private void probeServer(Pipeline pipeline) {
    long sentNanos = System.nanoTime();
    String error = pipeline.ping();
    boolean isInTime = System.nanoTime() - sentNanos < timeoutNanos;
    if (error == null && isInTime) {
      connection.breaker().close();
    } else {
      connection.openBreaker(error == null ? "its reply was late" : FailureReasons.shorten(error));
    }
  }
}
