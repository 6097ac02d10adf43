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
   * Two sides may complete a request: its carrier (the NodeConnection, or the thread that
   * takes the request out of a queue; there is one at a time) and its deadline (the thread that
   * waits, or RequestDeadlines). Only the carrier moves the state between WAITING and SENT
   * and writes the outcome, and the outcome is read only after the carrier has won. A request that
   * times out in state WAITING was never sent.
   *
   * If a thread waits for the request, that thread completes the script call itself, so that the
   * thread that reads replies is not delayed.
   */
  private static final int WAITING = 0;
  private static final int SENT = 1;
  private static final int COMPLETE = 2;

  /**
   * How often a waiting thread yields before it parks. On a busy machine its reply has usually
   * arrived by then, and no thread has to wake it.
   */
  private static final int MAX_YIELDS = 5;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(QueuedRequest.class, "state", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private final ScriptCall call;
  private final ReplyDispatcher dispatcher;
  private final long startNanos;
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
  private boolean sendsScriptText;

  private boolean asking;
  private int resends;
  private long notBeforeNanos;

  QueuedRequest(
      ScriptCall call,
      ReplyDispatcher dispatcher,
      long startNanos,
      long deadlineNanos,
      @Nullable Thread waiter) {
    this.call = call;
    this.dispatcher = dispatcher;
    this.startNanos = startNanos;
    this.deadlineNanos = deadlineNanos;
    this.waiter = waiter;
    if (waiter == null) {
      dispatcher.pending.incrementAndGet();
    }
  }

  ScriptCall call() {
    return call;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  boolean isComplete() {
    return state == COMPLETE;
  }

  void assignTo(NodeConnection carrier) {
    connection = carrier;
  }

  /** True if the request is not complete and has not been redirected to another node. */
  boolean isPendingAt(NodeConnection carrier) {
    return connection == carrier && !isComplete();
  }

  /**
   * True if a platform thread waits for the request. A virtual thread must not read: an interrupt
   * would close the connection for all threads.
   */
  boolean canReadReplies() {
    return waiter != null && !isComplete() && !VirtualThreads.includes(waiter);
  }

  boolean isAwaitedByThisThread() {
    return waiter == Thread.currentThread();
  }

  /** Wakes the thread that waits for the request, so that it can read replies. */
  void wakeWaiter() {
    LockSupport.unpark(waiter);
  }

  /**
   * Called by the carrier before it writes the request. Returns false if the request has timed out.
   */
  boolean markSent(long nowNanos) {
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
  boolean markUnsent() {
    return STATE.compareAndSet(this, SENT, WAITING);
  }

  /** Called by the carrier: completes the request with its reply. */
  void complete(List<Object> reply) {
    if (finish(reply)) {
      dispatcher.latencies.add(System.nanoTime() - startNanos);
      if (waiter == null) {
        dispatcher.complete(call, reply);
        dispatcher.pending.decrementAndGet();
      }
    }
  }

  /** Called by the carrier: completes the request without a reply. */
  void fail(NoReplyReason reason) {
    if (finish(reason) && waiter == null) {
      dispatcher.complete(call, reason);
      dispatcher.pending.decrementAndGet();
    }
  }

  private boolean finish(Object result) {
    outcome = result;
    int now = state;
    if (now == COMPLETE || !STATE.compareAndSet(this, now, COMPLETE)) {
      return false;
    }
    // A thread that completes its own request does not wait. An unpark would only cut short the
    // next pause of the application on this thread.
    if (waiter != null && !isAwaitedByThisThread()) {
      LockSupport.unpark(waiter);
    }
    return true;
  }

  /**
   * Waits until the request is complete, at most until its deadline, and then completes the script
   * call. Called by the thread that sent it.
   */
  @SuppressWarnings("ThreadPriorityCheck") // nothing relies on the yield but speed
  void awaitCompletion() {
    boolean wasInterrupted = false;
    boolean inTime = true;
    int yields = 0;
    while (!isComplete()) {
      long leftNanos = deadlineNanos - System.nanoTime();
      if (leftNanos <= 0) {
        inTime = !timeOut();
        break;
      }
      NodeConnection carrier = connection;
      if (carrier != null && canReadReplies() && carrier.readUntilComplete(this)) {
        yields = 0;
      } else if (canReadReplies() && yields++ < MAX_YIELDS) {
        Thread.yield();
      } else {
        LockSupport.parkNanos(this, leftNanos);
        yields = 0;
        // The interrupt is meant for the application, and the wait is too short to be worth
        // cancelling.
        wasInterrupted |= Thread.interrupted();
      }
    }
    if (inTime) {
      notifyCall();
    }
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @SuppressWarnings("unchecked")
  private void notifyCall() {
    if (outcome instanceof NoReplyReason reason) {
      dispatcher.complete(call, reason);
    } else if (outcome != null) {
      dispatcher.complete(call, (List<Object>) outcome);
    }
  }

  /**
   * Completes the request because its deadline has passed. Returns false if it was complete before.
   */
  boolean timeOut() {
    int now = state;
    while (now != COMPLETE) {
      if (STATE.compareAndSet(this, now, COMPLETE)) {
        dispatcher.complete(call, now == SENT ? NoReplyReason.TOO_LATE : NoReplyReason.AWAY);
        if (waiter == null) {
          dispatcher.pending.decrementAndGet();
        }
        NodeConnection last = connection;
        if (last != null) {
          last.requestTimedOut(deadlineNanos);
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
  boolean switchToScriptText() {
    boolean isChange = !sendsScriptText;
    sendsScriptText = true;
    return isChange;
  }

  boolean sendsScriptText() {
    return sendsScriptText;
  }

  /**
   * Called by the carrier before a redirection or a retry. Returns false if there were too many.
   */
  boolean mayResend(int most) {
    return resends++ < most;
  }

  boolean isResend() {
    return resends > 0 || sendsScriptText;
  }

  /**
   * Called by the carrier: whether to send ASKING first, because the slot is moving to the next
   * node.
   */
  void setAsking(boolean isAsking) {
    asking = isAsking;
  }

  boolean isAsking() {
    return asking;
  }

  void setNotBefore(long nanos) {
    notBeforeNanos = nanos;
  }

  long notBeforeNanos() {
    return notBeforeNanos;
  }
}
