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
final class NodeConnection {
  /*
   * A thread that waits for its reply writes its own request, and with it all other queued
   * requests. Of all threads that wait for a reply, one reads for all of them. When it has its own
   * reply, it wakes the next reader. So no thread wakes up only to wake another, the server always
   * has work, and replies come in the order of the requests.
   *
   * Event loops and virtual threads do not read or write. The {@link ConnectionThread} does it for
   * them.
   *
   * No thread watches for missing replies. A request that times out checks whether the node is
   * late, and opens the breaker if it is.
   */
  private final RedirectHandler redirections;
  private final Breaker breaker;
  private final ReplyHandler replies;
  private final ReplyDispatcher dispatcher;
  private final long timeoutNanos;
  private final AtomicReference<@Nullable Pipeline> line = new AtomicReference<>();
  private final Queue<QueuedRequest> queue = new ConcurrentLinkedQueue<>();
  private final ConnectionThread attendant;
  private volatile boolean isClosed;

  NodeConnection(
      String name,
      Connector dialer,
      RedirectHandler redirections,
      long timeoutNanos,
      ReplyDispatcher dispatcher,
      AgentLog log) {
    this.redirections = redirections;
    this.timeoutNanos = timeoutNanos;
    this.dispatcher = dispatcher;
    replies = new ReplyHandler(name, this, redirections, log);
    breaker = new Breaker(name, log, dispatcher);
    attendant = new ConnectionThread(name, this, dialer, timeoutNanos);
  }

  boolean isAnswering() {
    return breaker.isAnswering();
  }

  boolean isClosed() {
    return isClosed;
  }

  Breaker breaker() {
    return breaker;
  }

  /** The requests that have not been sent yet, in order. */
  Queue<QueuedRequest> waiting() {
    return queue;
  }

  /** The current connection; null if there is none. */
  @Nullable Pipeline line() {
    return line.get();
  }

  /**
   * Queues a request, and sends it if the calling thread waits for the reply. Fails it at once if
   * the breaker is open.
   */
  void carry(QueuedRequest request) {
    if (!isAccepted(request)) {
      return;
    }
    Pipeline now = line.get();
    if (now != null && request.isAwaitedByCaller() && request.canReadItself()) {
      send(now);
      if (request.isSettled()) {
        // Another thread has read the reply while this one was writing requests of threads that may
        // sleep by now.
        callReader(now);
      }
    } else {
      attendant.wake();
    }
    settleIfOver();
  }

  /** Queues a request, and leaves sending to the background thread. */
  void queue(QueuedRequest request) {
    if (isAccepted(request)) {
      attendant.wake();
      settleIfOver();
    }
  }

  private boolean isAccepted(QueuedRequest request) {
    request.carriedBy(this);
    if (!breaker.isAnswering()) {
      request.silence(NoReplyReason.AWAY);
      return false;
    }
    queue.add(request);
    attendant.startOnce();
    return true;
  }

  /**
   * Covers a race: the connection may have closed, or the breaker opened, just before the request
   * was queued.
   */
  private void settleIfOver() {
    if (isClosed || !breaker.isAnswering()) {
      emptyQueue();
    }
  }

  private void send(Pipeline on) {
    try {
      on.send(queue);
    } catch (Throwable failure) {
      lost(on, failure);
    }
  }

  /**
   * Called by the thread that waits for a reply: reads replies, its own and others', until it has
   * its own or its deadline has passed. Returns false if another thread is reading.
   */
  boolean readFor(QueuedRequest own) {
    Pipeline from = line.get();
    if (from == null || !from.beginReading()) {
      return false;
    }
    try {
      while (own.isStillWith(this) && from.readSome(own.deadlineNanos())) {
        from.send(queue);
      }
    } catch (Throwable failure) {
      lost(from, failure);
    } finally {
      from.endReading();
    }
    passOn(from);
    return true;
  }

  /** Called after use of the connection: sends what is queued, and finds the next reader. */
  void passOn(Pipeline used) {
    if (replies.areFromReplica()) {
      // The former master has become a replica. The next connection finds the new master.
      lost(used, "it is a replica");
      return;
    }
    if (used.isSendable(queue)) {
      send(used);
    }
    callReader(used);
  }

  /** Wakes a thread that reads, if replies are missing and no thread reads them. */
  void callReader(Pipeline on) {
    if (on.isUnread()) {
      QueuedRequest next = on.firstAwaited();
      if (next == null) {
        attendant.wake();
      } else if (!next.isAwaitedByCaller()) {
        next.wake();
      }
    }
  }

  /**
   * Called when a request has timed out: opens the breaker if the node is late.
   *
   * @param deadlineNanos the deadline of that request
   */
  void gaveUp(long deadlineNanos) {
    Pipeline now = line.get();
    if (now == null) {
      return;
    }
    long nowNanos = System.nanoTime();
    long overdueNanos = now.missedForNanos(nowNanos) - timeoutNanos;
    // If this thread woke up late, the JVM may have paused, and the node may be fine.
    boolean isOursToBlame = nowNanos - deadlineNanos > timeoutNanos / 4;
    if (overdueNanos >= (isOursToBlame ? 3 * timeoutNanos : 0) && breaker.isAnswering()) {
      leaveAlone("no answer within " + timeoutNanos / 1_000_000 + " ms");
    }
    callReader(now);
  }

  void leaveAlone(String why) {
    if (breaker.leaveAlone(why)) {
      emptyQueue();
      attendant.wake();
    }
    redirections.lost(this);
  }

  void emptyQueue() {
    QueuedRequest request = queue.poll();
    while (request != null) {
      request.silence(NoReplyReason.AWAY);
      request = queue.poll();
    }
  }

  /** Makes a fresh socket the current connection. Only the background thread calls this. */
  Pipeline use(RedisSocket fresh) {
    Pipeline exchange = new Pipeline(fresh, replies, dispatcher);
    replies.begin();
    line.set(exchange);
    if (isClosed) {
      drop(exchange);
    }
    return exchange;
  }

  /** Closes a connection. Requests in flight get no reply. */
  void drop(Pipeline used) {
    line.compareAndSet(used, null);
    used.end();
  }

  /** Handles a connection that failed, or that could not be opened. */
  void lost(@Nullable Pipeline used, Throwable failure) {
    lost(used, FailureReasons.of(failure));
  }

  private void lost(@Nullable Pipeline used, String why) {
    // The order matters. A thread that reads fails once the socket is closed, and must not count as
    // a new failure. A caller that learns that there is no reply must not send the next request
    // here.
    boolean isNews = used == null || line.compareAndSet(used, null);
    if (isNews && !isClosed) {
      leaveAlone(why);
    }
    if (used != null) {
      used.end();
    }
  }

  /** Sends a request once more that had no effect, but not before an instant. */
  void sendAgain(QueuedRequest request, long notBeforeNanos) {
    if (request.takeBack()) {
      request.notBefore(notBeforeNanos);
      if (notBeforeNanos - System.nanoTime() <= 0) {
        queue(request);
      } else {
        attendant.sendLater(request);
      }
    }
  }

  /** Closes the connection and ends the thread. */
  void close() {
    isClosed = true;
    attendant.wakeForGood();
    Pipeline last = line.get();
    if (last != null) {
      drop(last);
    }
    emptyQueue();
  }
}
