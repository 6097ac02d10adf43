package dev.penstock.store.redis.connection;

import dev.penstock.log.AgentLog;
import dev.penstock.store.redis.client.NoReplyReason;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Sees that questions get to one server and answers back, on one line for all threads. */
final class NodeConnection {
  /*
   * A thread that waits for its answer anyway writes its question itself, and others' that are
   * waiting. Of those whose answers are missing one reads, for all; once it has its own it calls the
   * next. So nobody has to be woken only to wake another, the server always has something to do, and
   * what was asked first is answered first.
   *
   * Those who must not wait, and virtual threads, leave all that to a thread of the courier's own,
   * the attendant.
   *
   * Nobody watches what is not answered. Those who give up while an answer is overdue find that out
   * by themselves and have the server left alone.
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

  /** Those that were not sent yet, first come first served. */
  Queue<QueuedRequest> waiting() {
    return queue;
  }

  /** The line that is used at the moment; null if there is none. */
  @Nullable Pipeline line() {
    return line.get();
  }

  /** Takes an errand along, or settles it at once if the server is left alone. */
  void carry(QueuedRequest request) {
    if (!isAccepted(request)) {
      return;
    }
    Pipeline now = line.get();
    if (now != null && request.isAwaitedByCaller() && request.canReadItself()) {
      send(now);
      if (request.isSettled()) {
        // Another has read its answer while it was writing for others, who may sleep by now.
        callReader(now);
      }
    } else {
      attendant.wake();
    }
    settleIfOver();
  }

  /** The same, but not on this thread. */
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

  /** Whoever closed it or left it alone meanwhile may have emptied the queue just before. */
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
   * The thread that asked: reads answers, its own and others', until it has its own or its time is
   * over. False if that is not for it to do at the moment.
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

  /** Whoever has used a line: sees that others go on. */
  void passOn(Pipeline used) {
    if (replies.areFromReplica()) {
      // The server that was master is another one now; the next connection finds it.
      lost(used, "it is a replica");
      return;
    }
    if (used.isSendable(queue)) {
      send(used);
    }
    callReader(used);
  }

  /** Sees that somebody reads the answers that are missing. */
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
   * An errand was given up: has the server left alone if it is overdue with its answers.
   *
   * @param deadlineNanos of that errand
   */
  void gaveUp(long deadlineNanos) {
    Pipeline now = line.get();
    if (now == null) {
      return;
    }
    long nowNanos = System.nanoTime();
    long overdueNanos = now.missedForNanos(nowNanos) - timeoutNanos;
    // If we were late ourselves, it may be this JVM that stood still and not the server.
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

  /** The attendant: this is the line from now on. */
  Pipeline use(RedisSocket fresh) {
    Pipeline exchange = new Pipeline(fresh, replies, dispatcher);
    replies.begin();
    line.set(exchange);
    if (isClosed) {
      drop(exchange);
    }
    return exchange;
  }

  /** Hangs up; what was not answered never will be. */
  void drop(Pipeline used) {
    line.compareAndSet(used, null);
    used.end();
  }

  /** The line has failed; or there is none, because it could not be had. */
  void lost(@Nullable Pipeline used, Throwable failure) {
    lost(used, FailureReasons.of(failure));
  }

  private void lost(@Nullable Pipeline used, String why) {
    // In this order: whoever reads from it fails once it is hung up, and must not take that for
    // news; and who hears that there is no answer must not ask again.
    boolean isNews = used == null || line.compareAndSet(used, null);
    if (isNews && !isClosed) {
      leaveAlone(why);
    }
    if (used != null) {
      used.end();
    }
  }

  /** Carrier: what was sent in vain is sent once more, not before then. */
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

  /** Lets go of connection and thread. */
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
