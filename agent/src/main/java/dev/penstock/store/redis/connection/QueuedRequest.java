package dev.penstock.store.redis.connection;

import dev.penstock.store.redis.client.LuaScript;
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
   * waits, or RequestDeadlines). One word holds the whole state, so that the first of them wins.
   * Only the carrier moves the state between WAITING and SENT. A request that times out in state
   * WAITING was never sent.
   *
   * If a thread waits for the request, that thread completes the script call itself, so that the
   * thread that reads replies is not delayed.
   */
  private static final Object WAITING = new Object();
  private static final Object SENT = new Object();

  /**
   * How often a waiting thread yields before it parks. On a busy machine its reply has usually
   * arrived by then, and no thread has to wake it.
   */
  private static final int MAX_YIELDS = 5;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(QueuedRequest.class, "state", Object.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private final ScriptCall call;

  /** Assembled by the calling thread, so that an error does not look like a broken connection. */
  private final LuaScript script;

  private final ReplyDispatcher dispatcher;
  private final long startNanos;
  private final long deadlineNanos;
  private final @Nullable Thread waiter;

  /** {@link #WAITING} or {@link #SENT}, then the outcome: the reply or a {@link NoReplyReason}. */
  private volatile Object state = WAITING;

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
    script = call.script();
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

  LuaScript script() {
    return script;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  boolean isComplete() {
    return isOutcome(state);
  }

  private static boolean isOutcome(Object word) {
    return word != WAITING && word != SENT;
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
  void complete(List<?> reply) {
    if (finish(state, reply)) {
      dispatcher.latencies.add(System.nanoTime() - startNanos);
      completeUnawaitedCall(reply);
    }
  }

  /** Called by the carrier: completes the request without a reply. */
  void fail(NoReplyReason reason) {
    if (finish(state, reason)) {
      completeUnawaitedCall(reason);
    }
  }

  private boolean finish(Object from, Object outcome) {
    if (isOutcome(from) || !STATE.compareAndSet(this, from, outcome)) {
      return false;
    }
    // A thread that completes its own request does not wait. An unpark would only cut short the
    // next pause of the application on this thread.
    if (waiter != null && !isAwaitedByThisThread()) {
      LockSupport.unpark(waiter);
    }
    return true;
  }

  private void completeUnawaitedCall(Object outcome) {
    if (waiter == null) {
      dispatcher.complete(call, outcome);
      dispatcher.pending.decrementAndGet();
    }
  }

  /**
   * Waits until the request is complete, at most until its deadline, and then completes the script
   * call. Called by the thread that routed it.
   */
  @SuppressWarnings("ThreadPriorityCheck") // nothing relies on the yield but speed
  void awaitCompletion() {
    boolean wasInterrupted = false;
    int yields = 0;
    while (!isComplete()) {
      long leftNanos = deadlineNanos - System.nanoTime();
      NodeConnection carrier = connection;
      if (leftNanos <= 0) {
        timeOut();
      } else if (carrier != null && canReadReplies() && carrier.serveUntilComplete(this)) {
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
    dispatcher.complete(call, state);
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Completes the request because its deadline has passed, unless it is complete already. */
  void timeOut() {
    Object now = state;
    while (!isOutcome(now)) {
      NoReplyReason reason = now == SENT ? NoReplyReason.TOO_LATE : NoReplyReason.AWAY;
      if (finish(now, reason)) {
        completeUnawaitedCall(reason);
        NodeConnection last = connection;
        if (last != null) {
          last.requestTimedOut(deadlineNanos);
        }
      }
      now = state;
    }
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
