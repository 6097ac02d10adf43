package dev.penstock.store.redis.connection;

import dev.penstock.log.AgentLog;
import dev.penstock.store.redis.client.NoReplyReason;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to one Redis node and completes them with its replies, over one connection that
 * all threads share.
 */
final class NodeConnection implements RequestRouter {
  /*
   * A thread that waits for its reply writes its own request, and with it all other queued
   * requests. Of all threads that wait for a reply, one reads for all of them. When it has its own
   * reply, it wakes the next reader. So no thread wakes up only to wake another, the server always
   * has work, and replies come in the order of the requests.
   *
   * Event loops and virtual threads do not read or write. The ConnectionThread does it for
   * them.
   *
   * No thread watches for missing replies. A request that times out checks whether the node is
   * late, and opens the breaker if it is.
   */
  private final RedirectHandler redirectHandler;
  private final Breaker breaker;
  private final ErrorReplyHandler errorHandler;
  private final ReplyDispatcher dispatcher;
  private final long timeoutNanos;
  private final AtomicReference<@Nullable Pipeline> current = new AtomicReference<>();
  private final Queue<QueuedRequest> queued = new ConcurrentLinkedQueue<>();
  private final ConnectionThread thread;
  private volatile boolean isClosed;

  NodeConnection(
      String name,
      Connector connector,
      RedirectHandler redirectHandler,
      long timeoutNanos,
      ReplyDispatcher dispatcher,
      AgentLog log) {
    this.redirectHandler = redirectHandler;
    this.timeoutNanos = timeoutNanos;
    this.dispatcher = dispatcher;
    errorHandler = new ErrorReplyHandler(name, this, redirectHandler, log);
    breaker = new Breaker(name, log, dispatcher);
    thread = new ConnectionThread(name, this, connector, timeoutNanos);
  }

  @Override
  public boolean isAvailable() {
    return breaker.isClosed();
  }

  boolean isClosed() {
    return isClosed;
  }

  Breaker breaker() {
    return breaker;
  }

  /** The requests that have not been sent yet, in order. */
  Queue<QueuedRequest> queued() {
    return queued;
  }

  /** The current connection; null if there is none. */
  @Nullable Pipeline pipeline() {
    return current.get();
  }

  /**
   * Queues a request, to be sent by the calling thread if that waits for the reply, or else by the
   * background thread. Fails it at once if the breaker is open.
   */
  @Override
  public void route(QueuedRequest request) {
    request.assignTo(this);
    if (!breaker.isClosed()) {
      request.fail(NoReplyReason.AWAY);
      return;
    }
    queued.add(request);
    thread.startOnce();
    boolean callerSends = request.isAwaitedByThisThread() && request.canReadReplies();
    if (!callerSends || current.get() == null) {
      thread.wake();
    }
    if (isClosed || !breaker.isClosed()) {
      // The connection has closed, or the breaker has opened, just before the request was queued.
      failQueued();
    }
  }

  /**
   * Called by the thread that waits for a request: sends the queued requests, and reads replies,
   * its own and others', until it has its own or its deadline has passed. Returns false if there is
   * no connection or another thread is reading.
   */
  boolean serveUntilComplete(QueuedRequest own) {
    Pipeline pipeline = current.get();
    if (pipeline == null) {
      return false;
    }
    pipeline.send();
    if (!pipeline.beginReading()) {
      return false;
    }
    try {
      while (own.isPendingAt(this) && pipeline.readReplies(own.deadlineNanos())) {
        pipeline.send();
      }
    } catch (Throwable failure) {
      connectionFailed(pipeline, failure);
    } finally {
      pipeline.endReading();
    }
    afterUse(pipeline);
    return true;
  }

  /** Called after use of the connection: sends what is queued, and finds the next reader. */
  void afterUse(Pipeline pipeline) {
    if (errorHandler.isReplica()) {
      // The former master has become a replica. The next connection finds the new master.
      connectionFailed(pipeline, "it is a replica");
      return;
    }
    pipeline.send();
    wakeReader(pipeline);
  }

  /** Wakes a thread that reads, if replies are missing and no thread reads them. */
  void wakeReader(Pipeline pipeline) {
    if (pipeline.needsReader()) {
      QueuedRequest next = pipeline.firstPossibleReader();
      if (next == null) {
        thread.wake();
      } else if (!next.isAwaitedByThisThread()) {
        next.wakeWaiter();
      }
    }
  }

  /**
   * Called when a request has timed out: opens the breaker if the node is late.
   *
   * @param deadlineNanos the deadline of that request
   */
  void requestTimedOut(long deadlineNanos) {
    Pipeline pipeline = current.get();
    if (pipeline == null) {
      return;
    }
    long nowNanos = System.nanoTime();
    long overdueNanos = pipeline.overdueNanos(nowNanos) - timeoutNanos;
    // If this thread woke up late, the JVM may have paused, and the node may be fine.
    boolean wokeUpLate = nowNanos - deadlineNanos > timeoutNanos / 4;
    if (overdueNanos >= (wokeUpLate ? 3 * timeoutNanos : 0) && breaker.isClosed()) {
      openBreaker("no reply within " + timeoutNanos / 1_000_000 + " ms");
    }
    wakeReader(pipeline);
  }

  void openBreaker(String reason) {
    if (breaker.open(reason)) {
      failQueued();
      thread.wake();
    }
    redirectHandler.nodeFailed(this);
  }

  void failQueued() {
    QueuedRequest request = queued.poll();
    while (request != null) {
      request.fail(NoReplyReason.AWAY);
      request = queued.poll();
    }
  }

  /** Makes a fresh socket the current connection. Only the background thread calls this. */
  Pipeline install(RedisSocket socket) {
    Pipeline pipeline = new Pipeline(this, socket, errorHandler, dispatcher);
    errorHandler.reset();
    current.set(pipeline);
    if (isClosed) {
      drop(pipeline);
    }
    return pipeline;
  }

  /** Closes a connection. Requests in flight get no reply. */
  void drop(Pipeline pipeline) {
    current.compareAndSet(pipeline, null);
    pipeline.close();
  }

  /** Handles a connection that failed, or that could not be opened. */
  void connectionFailed(@Nullable Pipeline pipeline, Throwable failure) {
    connectionFailed(pipeline, FailureReasons.of(failure));
  }

  private void connectionFailed(@Nullable Pipeline pipeline, String reason) {
    // The order matters. A thread that reads fails once the socket is closed, and must not count as
    // a new failure. A caller that learns that there is no reply must not send the next request
    // here.
    boolean isFirstReport = pipeline == null || current.compareAndSet(pipeline, null);
    if (isFirstReport && !isClosed) {
      openBreaker(reason);
    }
    if (pipeline != null) {
      pipeline.close();
    }
  }

  /** Sends a request once more that had no effect, but not before an instant. */
  void resend(QueuedRequest request, long notBeforeNanos) {
    if (request.markUnsent()) {
      request.setNotBefore(notBeforeNanos);
      if (notBeforeNanos - System.nanoTime() <= 0) {
        route(request);
      } else {
        thread.sendLater(request);
      }
    }
  }

  /** Closes the connection and ends the thread. */
  @Override
  public void close() {
    isClosed = true;
    thread.unpark();
    Pipeline open = current.get();
    if (open != null) {
      drop(open);
    }
    failQueued();
  }
}
