package dev.penstock.store.redis.connection;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Enforces the deadlines of requests for which no thread waits. */
final class RequestDeadlines implements AutoCloseable {
  /*
   * All requests have the same timeout, so they reach their deadlines in the order in which they
   * were sent, and a queue is enough. A request stays in it until its deadline, which is some
   * milliseconds.
   */
  private final ConcurrentLinkedQueue<QueuedRequest> errands = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean isStarted = new AtomicBoolean();
  private volatile @Nullable Thread thread;
  private volatile boolean isIdle;
  private volatile boolean isClosed;

  void watch(QueuedRequest request) {
    errands.add(request);
    if (!isStarted.get() && isStarted.compareAndSet(false, true)) {
      Thread fresh = RedisThreads.named("penstock-redis-deadlines", this::run);
      thread = fresh;
      fresh.start();
    }
    if (isIdle) {
      LockSupport.unpark(thread);
    }
    if (isClosed) {
      giveUpAll();
    }
  }

  private void run() {
    while (!isClosed) {
      QueuedRequest first = errands.peek();
      if (first == null) {
        isIdle = true;
        if (errands.isEmpty() && !isClosed) {
          LockSupport.park(this);
        }
        isIdle = false;
      } else if (first.isSettled()) {
        errands.poll();
      } else {
        waitFor(first);
      }
    }
    giveUpAll();
  }

  private void waitFor(QueuedRequest first) {
    long leftNanos = first.deadlineNanos() - System.nanoTime();
    if (leftNanos > 0) {
      LockSupport.parkNanos(this, leftNanos);
    } else if (errands.remove(first)) {
      first.giveUp();
    }
  }

  /** Also called by threads that add a request after the deadline thread has ended. */
  private void giveUpAll() {
    QueuedRequest request = errands.poll();
    while (request != null) {
      request.giveUp();
      request = errands.poll();
    }
  }

  @Override
  public void close() {
    isClosed = true;
    LockSupport.unpark(thread);
  }
}
