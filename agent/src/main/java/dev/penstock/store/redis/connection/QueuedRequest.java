package dev.penstock.store.redis.connection;

import dev.penstock.store.redis.client.NoReplyReason;
import dev.penstock.store.redis.client.ScriptCall;
import dev.penstock.thread.VirtualThreads;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A script call on its way to Redis. It completes exactly once: with a reply, with a failure, or at
 * its deadline.
 */
final class QueuedRequest {
  /*
   * Two sides may complete a request: its carrier (the {@link NodeConnection}, or the thread that
   * takes the request out of a queue; there is one at a time) and its deadline (the thread that
   * waits, or {@link RequestDeadlines}). Only the carrier moves the state between WAITING and SENT
   * and writes the outcome, and the outcome is read only after the carrier has won. A request that
   * times out in state WAITING was never sent.
   *
   * If a thread waits for the request, that thread completes the script call itself, so that the
   * thread that reads replies is not delayed.
   */
  private static final int WAITING = 0;
  private static final int SENT = 1;
  private static final int SETTLED = 2;

  /**
   * How often a waiting thread yields before it parks. On a busy machine its reply has usually
   * arrived by then, and no thread has to wake it.
   */
  private static final int MOST_LOOKS = 5;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(QueuedRequest.class, "state", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private final ScriptCall question;
  private final ReplyDispatcher dispatcher;
  private final long askedNanos;
  private final long deadlineNanos;
  private final @Nullable Thread waiter;
  private @Nullable Object outcome;
  private volatile int state = WAITING;

  /**
   * The connection that has the request, to be checked if the reply is late. May be out of date.
   */
  private volatile @Nullable NodeConnection connection;

  private volatile long sentAtNanos;

  /** How to send the request. Only the carrier uses these fields. */
  private boolean wholeText;

  private boolean asking;
  private int detours;
  private long notBeforeNanos;

  QueuedRequest(
      ScriptCall question,
      ReplyDispatcher dispatcher,
      long askedNanos,
      long deadlineNanos,
      @Nullable Thread waiter) {
    this.question = question;
    this.dispatcher = dispatcher;
    this.askedNanos = askedNanos;
    this.deadlineNanos = deadlineNanos;
    this.waiter = waiter;
    if (waiter == null) {
      dispatcher.untold.incrementAndGet();
    }
  }

  ScriptCall question() {
    return question;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  boolean isSettled() {
    return state == SETTLED;
  }

  void carriedBy(NodeConnection carrier) {
    connection = carrier;
  }

  /** True if the request is not complete and has not been redirected to another node. */
  boolean isStillWith(NodeConnection carrier) {
    return connection == carrier && !isSettled();
  }

  /**
   * True if a platform thread waits for the request. A virtual thread must not read: an interrupt
   * would close the connection for all threads.
   */
  boolean canReadItself() {
    return waiter != null && !isSettled() && !VirtualThreads.includes(waiter);
  }

  boolean isAwaitedByCaller() {
    return waiter == Thread.currentThread();
  }

  /** Wakes the thread that waits for the request, so that it can read replies. */
  void wake() {
    LockSupport.unpark(waiter);
  }

  /**
   * Called by the carrier before it writes the request. Returns false if the request has timed out.
   */
  boolean send(long nowNanos) {
    sentAtNanos = nowNanos;
    return STATE.compareAndSet(this, WAITING, SENT);
  }

  long sentAtNanos() {
    return sentAtNanos;
  }

  /**
   * Called by the carrier if the request had no effect and will be sent again. Returns false if the
   * request has timed out.
   */
  boolean takeBack() {
    return STATE.compareAndSet(this, SENT, WAITING);
  }

  /** Called by the carrier: completes the request with its reply. */
  void answer(List<Object> reply) {
    if (settle(reply)) {
      dispatcher.latencies.add(System.nanoTime() - askedNanos);
      if (waiter == null) {
        dispatcher.tell(question, reply);
        dispatcher.untold.decrementAndGet();
      }
    }
  }

  /** Called by the carrier: completes the request without a reply. */
  void silence(NoReplyReason why) {
    if (settle(why) && waiter == null) {
      dispatcher.tell(question, why);
      dispatcher.untold.decrementAndGet();
    }
  }

  private boolean settle(Object result) {
    outcome = result;
    int now = state;
    if (now == SETTLED || !STATE.compareAndSet(this, now, SETTLED)) {
      return false;
    }
    // A thread that completes its own request does not wait. An unpark would only cut short the
    // next pause of the application on this thread.
    if (waiter != null && !isAwaitedByCaller()) {
      LockSupport.unpark(waiter);
    }
    return true;
  }

  /**
   * Waits until the request is complete, at most until its deadline, and then completes the script
   * call. Called by the thread that sent it.
   */
  @SuppressWarnings("ThreadPriorityCheck") // nothing relies on the yield but speed
  void await() {
    boolean wasInterrupted = false;
    boolean inTime = true;
    int looks = 0;
    while (!isSettled()) {
      long leftNanos = deadlineNanos - System.nanoTime();
      if (leftNanos <= 0) {
        inTime = !giveUp();
        break;
      }
      NodeConnection carrier = connection;
      if (carrier != null && canReadItself() && carrier.readFor(this)) {
        looks = 0;
      } else if (canReadItself() && looks++ < MOST_LOOKS) {
        Thread.yield();
      } else {
        LockSupport.parkNanos(this, leftNanos);
        looks = 0;
        // The interrupt is meant for the application, and the wait is too short to be worth
        // cancelling.
        wasInterrupted |= Thread.interrupted();
      }
    }
    if (inTime) {
      tellOutcome();
    }
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @SuppressWarnings("unchecked")
  private void tellOutcome() {
    if (outcome instanceof NoReplyReason why) {
      dispatcher.tell(question, why);
    } else if (outcome != null) {
      dispatcher.tell(question, (List<Object>) outcome);
    }
  }

  /**
   * Completes the request because its deadline has passed. Returns false if it was complete before.
   */
  boolean giveUp() {
    int now = state;
    while (now != SETTLED) {
      if (STATE.compareAndSet(this, now, SETTLED)) {
        dispatcher.tell(question, now == SENT ? NoReplyReason.TOO_LATE : NoReplyReason.AWAY);
        if (waiter == null) {
          dispatcher.untold.decrementAndGet();
        }
        NodeConnection last = connection;
        if (last != null) {
          last.gaveUp(deadlineNanos);
        }
        return true;
      }
      now = state;
    }
    return false;
  }

  /**
   * Called by the carrier after NOSCRIPT: the next attempt sends the text of the script. Returns
   * false if this attempt had it already.
   */
  boolean needsWholeText() {
    boolean isNews = !wholeText;
    wholeText = true;
    return isNews;
  }

  boolean isWholeText() {
    return wholeText;
  }

  /**
   * Called by the carrier before a redirection or a retry. Returns false if there were too many.
   */
  boolean mayDetour(int most) {
    return detours++ < most;
  }

  boolean isDetoured() {
    return detours > 0 || wholeText;
  }

  /**
   * Called by the carrier: whether to send ASKING first, because the slot is moving to the next
   * node.
   */
  void asking(boolean isAsking) {
    asking = isAsking;
  }

  boolean isAsking() {
    return asking;
  }

  void notBefore(long nanos) {
    notBeforeNanos = nanos;
  }

  long notBeforeNanos() {
    return notBeforeNanos;
  }
}
