package dev.penstock.store.redis.connection;

import dev.penstock.store.redis.client.NoReplyReason;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * One connection and the requests in flight on it, in the order in which replies arrive. Many
 * threads share it: at most one writes and at most one reads, for all of them.
 */
final class Pipeline {
  /** The requests in flight must fit into the socket buffers, because a write has no deadline. */
  private static final int MOST_UNDER_WAY = 256;

  private static final long NEVER = 0;

  private final RedisSocket socket;
  private final ReplyHandler replies;
  private final ReplyDispatcher dispatcher;
  private final AtomicBoolean isWriting = new AtomicBoolean();
  private final AtomicBoolean isReading = new AtomicBoolean();
  private final Queue<QueuedRequest> underWay = new ConcurrentLinkedQueue<>();
  private final AtomicInteger howMany = new AtomicInteger();

  /** True if the reply to the ASKING of the first request has arrived, but not its own reply. */
  private boolean isHalfAnswered;

  private volatile long usedAtNanos = System.nanoTime();
  private volatile long greetedAtNanos = NEVER;
  private volatile boolean isOver;

  Pipeline(RedisSocket socket, ReplyHandler replies, ReplyDispatcher dispatcher) {
    this.socket = socket;
    this.replies = replies;
    this.dispatcher = dispatcher;
  }

  /** Sends the queued requests, unless another thread is writing. */
  void send(Queue<QueuedRequest> waiting) {
    // A request that was queued during a write relies on the writing thread to check again.
    while (isSendable(waiting) && beginWriting()) {
      try {
        sendAll(waiting);
      } finally {
        endWriting();
      }
    }
    if (isOver) {
      settleAll();
    }
  }

  /** True if a request is queued and no thread is about to send it. */
  boolean isSendable(Queue<QueuedRequest> waiting) {
    return !waiting.isEmpty() && howMany.get() < MOST_UNDER_WAY && !isWriting.get() && !isOver;
  }

  private void sendAll(Queue<QueuedRequest> waiting) {
    long nowNanos = System.nanoTime();
    boolean isAny = false;
    QueuedRequest request = waiting.poll();
    while (request != null) {
      if (request.send(nowNanos)) {
        isAny = true;
        howMany.incrementAndGet();
        underWay.add(request);
        socket.send(request);
        if (!request.isDetoured()) {
          dispatcher.asked.increment();
        }
      }
      request = howMany.get() < MOST_UNDER_WAY ? waiting.poll() : null;
    }
    if (isAny) {
      usedAtNanos = nowNanos;
      dispatcher.roundTrips.increment();
      socket.push();
    }
  }

  /** Takes the right to write until {@link #endWriting}. Returns false if another thread has it. */
  boolean beginWriting() {
    return isWriting.compareAndSet(false, true);
  }

  void endWriting() {
    isWriting.set(false);
  }

  /** Takes the right to read until {@link #endReading}. Returns false if another thread has it. */
  boolean beginReading() {
    return isReading.compareAndSet(false, true);
  }

  void endReading() {
    isReading.set(false);
  }

  /**
   * Reads all replies that have arrived. Returns false if none arrived before the deadline. The
   * caller holds the right to read.
   */
  boolean readSome(long deadlineNanos) {
    if (!socket.hasAnswer(deadlineNanos)) {
      return false;
    }
    do {
      readOne();
    } while (socket.hasMore());
    return true;
  }

  private void readOne() {
    QueuedRequest request = underWay.peek();
    if (request == null) {
      throw new JedisConnectionException("an answer that nobody has asked for");
    }
    Object reply;
    try {
      reply = socket.read();
      if (request.isAsking() && !isHalfAnswered) {
        RedisSocket.requireStatus("OK", reply);
        isHalfAnswered = true;
        return;
      }
    } catch (UnreadableReplyException broken) {
      remove(request);
      throw replies.unreadable(request, broken);
    }
    isHalfAnswered = false;
    remove(request);
    replies.sort(request, reply);
  }

  /** Not simply the first: if the connection was closed meanwhile, the first is another request. */
  private void remove(QueuedRequest request) {
    if (!underWay.remove(request)) {
      throw new JedisConnectionException("the line is over");
    }
    howMany.decrementAndGet();
  }

  /** True if requests are in flight. */
  boolean isBusy() {
    return !underWay.isEmpty();
  }

  /** True if requests are in flight and no thread reads replies. */
  boolean isUnread() {
    return !underWay.isEmpty() && !isReading.get();
  }

  /** The first request whose thread waits for it and can read; null if there is none. */
  @Nullable QueuedRequest firstAwaited() {
    for (QueuedRequest request : underWay) {
      if (request.canReadItself()) {
        return request;
      }
    }
    return null;
  }

  /** True if nothing was sent for this time. */
  boolean isSilentFor(long nanos) {
    return System.nanoTime() - usedAtNanos >= nanos;
  }

  /**
   * Pings the server. Returns null if it accepts commands, or its error. The caller holds both
   * rights.
   */
  @Nullable String complaint() {
    greetedAtNanos = System.nanoTime() | 1;
    String complaint = socket.complaint();
    usedAtNanos = greetedAtNanos;
    greetedAtNanos = NEVER;
    return complaint;
  }

  /** How long the oldest request in flight has waited; negative if none is in flight. */
  long missedForNanos(long nowNanos) {
    QueuedRequest first = underWay.peek();
    if (first != null) {
      return nowNanos - first.sentAtNanos();
    }
    long since = greetedAtNanos;
    return since == NEVER ? -1 : nowNanos - since;
  }

  /** Closes the socket. Whether the scripts in flight have run remains unknown. */
  void end() {
    isOver = true;
    socket.hangUp();
    settleAll();
  }

  private void settleAll() {
    QueuedRequest request = underWay.poll();
    while (request != null) {
      request.silence(NoReplyReason.TOO_LATE);
      request = underWay.poll();
    }
  }
}
