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
  private final ConcurrentLinkedQueue<QueuedRequest> requests = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean isStarted = new AtomicBoolean();
  private volatile @Nullable Thread thread;
  private volatile boolean isWaiting;
  private volatile boolean isClosed;

  void watch(QueuedRequest request) {
    requests.add(request);
    if (!isStarted.get() && isStarted.compareAndSet(false, true)) {
      Thread fresh = RedisThreads.named("penstock-redis-deadlines", this::run);
      thread = fresh;
      fresh.start();
    }
    if (isWaiting) {
      LockSupport.unpark(thread);
    }
    if (isClosed) {
      timeOutAll();
    }
  }

  private void run() {
    while (!isClosed) {
      QueuedRequest first = requests.peek();
      if (first == null) {
        isWaiting = true;
        if (requests.isEmpty() && !isClosed) {
          LockSupport.park(this);
        }
        isWaiting = false;
      } else if (first.isComplete()) {
        requests.poll();
      } else {
        waitFor(first);
      }
    }
    timeOutAll();
  }

  private void waitFor(QueuedRequest first) {
    long leftNanos = first.deadlineNanos() - System.nanoTime();
    if (leftNanos > 0) {
      LockSupport.parkNanos(this, leftNanos);
    } else if (requests.remove(first)) {
      first.timeOut();
    }
  }

  /** Also called by threads that add a request after the deadline thread has ended. */
  private void timeOutAll() {
    QueuedRequest request = requests.poll();
    while (request != null) {
      request.timeOut();
      request = requests.poll();
    }
  }

  @Override
  public void close() {
    isClosed = true;
    LockSupport.unpark(thread);
  }
}
