package dev.penstock.store.redis.connection;

import dev.penstock.store.redis.client.NoReplyReason;
import dev.penstock.store.redis.client.ScriptCall;
import dev.penstock.thread.VirtualThreads;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A question on its way, which is told exactly once: by whoever settles it first. */
final class QueuedRequest {
  /*
   * Two sides may settle an errand: its carrier (a courier, or whoever takes it out of a courier's
   * queue; there is only one at a time) and the deadline (the thread that asked, or Deadlines).
   * Only the carrier moves it between WAITING and SENT and writes the outcome, and the outcome is
   * read only after the carrier has won. What is given up while it waits was never asked.
   *
   * If a thread waits for it, that thread tells the question itself: whoever reads its answer has
   * better to do.
   */
  private static final int WAITING = 0;
  private static final int SENT = 1;
  private static final int SETTLED = 2;

  /**
   * How often a thread lets others go first before it has itself put to sleep: where all processors
   * are busy its answer has mostly come by then, and nobody has to wake it.
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

  /** Who to blame if it is late; may be out of date. */
  private volatile @Nullable NodeConnection connection;

  private volatile long sentAtNanos;

  /** How it is to be sent; only its carrier looks at these. */
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

  /** True if it is not settled, and has not gone elsewhere. */
  boolean isStillWith(NodeConnection carrier) {
    return connection == carrier && !isSettled();
  }

  /**
   * True if a thread waits for it that can use a line. A virtual thread can not: it would lose the
   * line for all to whoever interrupts it.
   */
  boolean canReadItself() {
    return waiter != null && !isSettled() && !VirtualThreads.includes(waiter);
  }

  boolean isAwaitedByCaller() {
    return waiter == Thread.currentThread();
  }

  /** Has the thread that waits for it look whether there is something to do. */
  void wake() {
    LockSupport.unpark(waiter);
  }

  /** Carrier: about to be sent. False if it was given up. */
  boolean send(long nowNanos) {
    sentAtNanos = nowNanos;
    return STATE.compareAndSet(this, WAITING, SENT);
  }

  long sentAtNanos() {
    return sentAtNanos;
  }

  /** Carrier: it was sent in vain, nothing was done. False if it was given up. */
  boolean takeBack() {
    return STATE.compareAndSet(this, SENT, WAITING);
  }

  /** Carrier: here is the answer. */
  void answer(List<Object> reply) {
    if (settle(reply)) {
      dispatcher.latencies.add(System.nanoTime() - askedNanos);
      if (waiter == null) {
        dispatcher.tell(question, reply);
        dispatcher.untold.decrementAndGet();
      }
    }
  }

  /** Carrier: there will be no answer. */
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
    // A thread that settles its own errand waits for nobody; waking it would only cut short the
    // next pause that the application makes on it.
    if (waiter != null && !isAwaitedByCaller()) {
      LockSupport.unpark(waiter);
    }
    return true;
  }

  /** The thread that asked: waits for the answer, at most until the deadline. */
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
        // An interrupt is the application's, and the wait is too short to be worth breaking off.
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

  /** The deadline: it has passed. False if the errand was settled before. */
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

  /** Carrier: the server does not know the script, so it needs the text. False if it had it. */
  boolean needsWholeText() {
    boolean isNews = !wholeText;
    wholeText = true;
    return isNews;
  }

  boolean isWholeText() {
    return wholeText;
  }

  /** Carrier: it has to go elsewhere, or once more. True as long as that is not too often. */
  boolean mayDetour(int most) {
    return detours++ < most;
  }

  boolean isDetoured() {
    return detours > 0 || wholeText;
  }

  /** Carrier: whether the next server is asked for a key that it is only about to get. */
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
