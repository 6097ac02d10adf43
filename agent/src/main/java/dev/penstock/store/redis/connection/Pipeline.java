package dev.penstock.store.redis.connection;

import dev.penstock.store.redis.client.NoReplyReason;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * A line, and what was sent on it and not heard of yet, in the order in which answers will come.
 * Many threads share it: one at a time writes, and one at a time reads, for all of them.
 */
final class Pipeline {
  /** What is sent must always fit into the buffers in between: who writes has no deadline. */
  private static final int MOST_UNDER_WAY = 256;

  private static final long NEVER = 0;

  private final RedisSocket socket;
  private final ReplyHandler replies;
  private final ReplyDispatcher dispatcher;
  private final AtomicBoolean isWriting = new AtomicBoolean();
  private final AtomicBoolean isReading = new AtomicBoolean();
  private final Queue<QueuedRequest> underWay = new ConcurrentLinkedQueue<>();
  private final AtomicInteger howMany = new AtomicInteger();

  /** The first errand has had the answer to its ASKING, but not its own. */
  private boolean isHalfAnswered;

  private volatile long usedAtNanos = System.nanoTime();
  private volatile long greetedAtNanos = NEVER;
  private volatile boolean isOver;

  Pipeline(RedisSocket socket, ReplyHandler replies, ReplyDispatcher dispatcher) {
    this.socket = socket;
    this.replies = replies;
    this.dispatcher = dispatcher;
  }

  /** Sends those that wait, unless somebody else does. */
  void send(Queue<QueuedRequest> waiting) {
    // Whoever came while another was writing relies on that one to look again.
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

  /** True if there is something to be sent, and nobody is about to. */
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

  /** Nobody else writes until {@link #endWriting}. False if somebody does. */
  boolean beginWriting() {
    return isWriting.compareAndSet(false, true);
  }

  void endWriting() {
    isWriting.set(false);
  }

  /** Nobody else reads until {@link #endReading}. False if somebody does. */
  boolean beginReading() {
    return isReading.compareAndSet(false, true);
  }

  void endReading() {
    isReading.set(false);
  }

  /** Who reads: takes all that has come; false if nothing has when the time is over. */
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

  /** Not simply the first: if the line was given up meanwhile, that is another one. */
  private void remove(QueuedRequest request) {
    if (!underWay.remove(request)) {
      throw new JedisConnectionException("the line is over");
    }
    howMany.decrementAndGet();
  }

  /** True if answers are missing. */
  boolean isBusy() {
    return !underWay.isEmpty();
  }

  /** True if answers are missing and nobody reads them. */
  boolean isUnread() {
    return !underWay.isEmpty() && !isReading.get();
  }

  /** The first errand whose thread waits for it, and can read; null if there is none. */
  @Nullable QueuedRequest firstAwaited() {
    for (QueuedRequest request : underWay) {
      if (request.canReadItself()) {
        return request;
      }
    }
    return null;
  }

  /** True if nothing was sent for so long. */
  boolean isSilentFor(long nanos) {
    return System.nanoTime() - usedAtNanos >= nanos;
  }

  /** Who writes and reads: what the server says if it is not willing to work; null if it is. */
  @Nullable String complaint() {
    greetedAtNanos = System.nanoTime() | 1;
    String complaint = socket.complaint();
    usedAtNanos = greetedAtNanos;
    greetedAtNanos = NEVER;
    return complaint;
  }

  /** For how long the next answer has not come; negative if none is missing. */
  long missedForNanos(long nowNanos) {
    QueuedRequest first = underWay.peek();
    if (first != null) {
      return nowNanos - first.sentAtNanos();
    }
    long since = greetedAtNanos;
    return since == NEVER ? -1 : nowNanos - since;
  }

  /** Hangs up: what was sent may have been done or not, and nobody will ever know. */
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
