package dev.penstock.store.redis.connection;

import dev.penstock.store.redis.client.NoReplyReason;
import java.util.List;
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
  private static final int MAX_IN_FLIGHT = 256;

  private static final long NEVER = 0;

  private final NodeConnection connection;
  private final RedisSocket socket;
  private final ErrorReplyHandler errorHandler;
  private final ReplyDispatcher dispatcher;
  private final Queue<QueuedRequest> queued;
  private final AtomicBoolean isWriting = new AtomicBoolean();
  private final AtomicBoolean isReading = new AtomicBoolean();
  private final Queue<QueuedRequest> inFlight = new ConcurrentLinkedQueue<>();
  private final AtomicInteger inFlightCount = new AtomicInteger();

  /** True if the reply to the ASKING of the first request has arrived, but not its own reply. */
  private boolean isAskingConfirmed;

  private volatile long lastUsedNanos = System.nanoTime();
  private volatile long pingSentAtNanos = NEVER;
  private volatile boolean isClosed;

  Pipeline(
      NodeConnection connection,
      RedisSocket socket,
      ErrorReplyHandler errorHandler,
      ReplyDispatcher dispatcher) {
    this.connection = connection;
    this.socket = socket;
    this.errorHandler = errorHandler;
    this.dispatcher = dispatcher;
    queued = connection.queued();
  }

  /** Sends the queued requests, unless another thread is writing. */
  void send() {
    // A request that was queued during a write relies on the writing thread to check again.
    while (canSend() && beginWriting()) {
      try {
        long nowNanos = System.nanoTime();
        QueuedRequest first = nextToSend(nowNanos);
        for (QueuedRequest next = first; next != null; next = nextToSend(nowNanos)) {
          socket.write(next);
        }
        if (first != null) {
          lastUsedNanos = nowNanos;
          dispatcher.roundTrips.increment();
          socket.flush();
        }
      } catch (Throwable failure) {
        connection.connectionFailed(this, failure);
      } finally {
        endWriting();
      }
    }
    if (isClosed) {
      failAll();
    }
  }

  /** True if a request is queued and no thread is about to send it. */
  boolean canSend() {
    return !queued.isEmpty()
        && inFlightCount.get() < MAX_IN_FLIGHT
        && !isWriting.get()
        && !isClosed;
  }

  /**
   * Takes the next request out of the queue and puts it in flight. Returns null if none is left, or
   * if too many are in flight.
   */
  private @Nullable QueuedRequest nextToSend(long nowNanos) {
    while (inFlightCount.get() < MAX_IN_FLIGHT) {
      QueuedRequest request = queued.poll();
      if (request == null) {
        return null;
      }
      if (request.markSent(nowNanos)) {
        inFlightCount.incrementAndGet();
        inFlight.add(request);
        if (!request.isResend()) {
          dispatcher.asked.increment();
        }
        return request;
      }
    }
    return null;
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
  boolean readReplies(long deadlineNanos) {
    if (!socket.awaitReply(deadlineNanos)) {
      return false;
    }
    do {
      readOne();
    } while (socket.hasMore());
    return true;
  }

  private void readOne() {
    QueuedRequest request = inFlight.peek();
    if (request == null) {
      throw new JedisConnectionException("a reply without a request");
    }
    Object reply;
    try {
      reply = socket.read();
      if (request.isAsking() && !isAskingConfirmed) {
        RedisSocket.requireStatus("OK", reply);
        isAskingConfirmed = true;
        return;
      }
    } catch (UnreadableReplyException unreadable) {
      remove(request);
      throw errorHandler.unreadable(request, unreadable);
    }
    isAskingConfirmed = false;
    remove(request);
    if (reply instanceof List<?> parts && request.call().matches(parts)) {
      request.complete(parts);
    } else {
      errorHandler.handle(request, reply);
    }
  }

  /** Not simply the first: if the connection was closed meanwhile, the first is another request. */
  private void remove(QueuedRequest request) {
    if (!inFlight.remove(request)) {
      throw new JedisConnectionException("the connection is closed");
    }
    inFlightCount.decrementAndGet();
  }

  /** True if requests are in flight. */
  boolean hasRequestsInFlight() {
    return !inFlight.isEmpty();
  }

  /** True if requests are in flight and no thread reads replies. */
  boolean needsReader() {
    return !inFlight.isEmpty() && !isReading.get();
  }

  /** The first request whose thread waits for it and can read; null if there is none. */
  @Nullable QueuedRequest firstPossibleReader() {
    for (QueuedRequest request : inFlight) {
      if (request.canReadReplies()) {
        return request;
      }
    }
    return null;
  }

  /** True if nothing was sent for this time. */
  boolean isIdleFor(long nanos) {
    return System.nanoTime() - lastUsedNanos >= nanos;
  }

  /**
   * Pings the server. Returns null if it accepts commands, or its error. The caller holds both
   * rights.
   */
  @Nullable String ping() {
    pingSentAtNanos = System.nanoTime() | 1;
    String error = socket.ping();
    lastUsedNanos = pingSentAtNanos;
    pingSentAtNanos = NEVER;
    return error;
  }

  /** How long the oldest request in flight has waited; negative if none is in flight. */
  long overdueNanos(long nowNanos) {
    QueuedRequest first = inFlight.peek();
    if (first != null) {
      return nowNanos - first.sentAtNanos();
    }
    long since = pingSentAtNanos;
    return since == NEVER ? -1 : nowNanos - since;
  }

  /** Closes the socket. Whether the scripts in flight have run remains unknown. */
  void close() {
    isClosed = true;
    socket.close();
    failAll();
  }

  private void failAll() {
    QueuedRequest request = inFlight.poll();
    while (request != null) {
      request.fail(NoReplyReason.TOO_LATE);
      request = inFlight.poll();
    }
  }
}
