package dev.penstock.outbound.queue;

import dev.penstock.engine.Decision;
import dev.penstock.limit.Limit;
import dev.penstock.outbound.PacedCall;
import dev.penstock.store.ClaimedKey;
import dev.penstock.store.Store;
import dev.penstock.store.Ticker;
import dev.penstock.store.local.SpinWait;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The queues for limits that cannot reserve a turn: windows and `concurrency`. */
public final class WaitQueues {
  /*
   * A bucket refills steadily, so it knows the turn of each call in advance. A window does not, and
   * the end of a call in flight cannot be predicted. So these limits are charged when a call is
   * about to start. A rejected call waits in a queue. The first call of a queue is tried again when
   * the window has room or a call has ended; each other call is tried when it has become the first.
   * So nothing is charged before it is used, and a call that leaves a queue leaves no gap.
   *
   * Calls that have waited start as far apart as the rate says. Otherwise a new window would send
   * all calls that wait for it at once, and the server at the other end would count such a burst.
   *
   * A call may need several budgets. It waits in one queue at a time: the queue of the budget with
   * the longest wait. But it does not overtake an earlier call that waits for any of its budgets.
   *
   * No thread waits for the store here, because the thread may be an event loop and other threads
   * wait for the lock. If the store replies later, the reply is processed on the timer. A queue has
   * one pending store call at most, for its first call, and continues after the reply. Calls that
   * find no queue are charged in parallel.
   */
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<ClaimedKey, WaitQueue> queues = new HashMap<>();
  private final PendingStoreCalls pending = new PendingStoreCalls();
  private final Store store;
  private final Ticker ticker;
  private final WakeUpTimer timer;

  public WaitQueues(Store store, Ticker ticker, WakeUpTimer timer) {
    this.store = store;
    this.ticker = ticker;
    this.timer = timer;
  }

  /** Sends, rejects or enqueues a call; no effect on a call that is enqueued already. */
  public void join(PacedCall call) {
    lock();
    try {
      // A thread that decides the call has removed it from its queue, or waits for the lock.
      if (call.queue() == null && !call.awaitsStore() && !call.isDecided()) {
        WaitQueue busy = busyQueue(call, call.reservations().queued());
        if (busy == null) {
          charge(call, /* head= */ null, ticker.micros());
        } else {
          enqueue(busy, call, ticker.micros());
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Removes a call from its queue. */
  public void leave(PacedCall call) {
    lock();
    try {
      WaitQueue queue = call.queue();
      if (queue != null) {
        remove(queue, call);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns how many queues there are. */
  public int size() {
    lock();
    try {
      return queues.size();
    } finally {
      lock.unlock();
    }
  }

  /** Lets the next calls use the slots that an ended call has released. */
  public void slotReleased(Decision ended) {
    lock();
    try {
      for (int i = 0; i < ended.quotas(); i++) {
        pending.released(ended.key(i));
        WaitQueue queue = queues.get(ended.key(i));
        // A queue with an interval knows its next try; an earlier one would break the interval.
        if (queue != null && queue.intervalMicros() == 0) {
          tryFirst(queue);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Spins and never parks: this may be an event loop, and the lock is always held briefly. */
  private void lock() {
    for (int spins = 0; !lock.tryLock(); spins++) {
      SpinWait.pause(spins);
    }
  }

  private @Nullable WaitQueue busyQueue(PacedCall call, Decision queued) {
    for (int i = 0; i < queued.quotas(); i++) {
      WaitQueue queue = queues.get(queued.key(i));
      if (queue != null && queue.isBusyFor(call)) {
        return queue;
      }
    }
    return null;
  }

  /**
   * Charges a call; {@link #settle} handles the reply of the store, now or later.
   *
   * @param head the queue whose first call this is; null if the call is in no queue
   * @return true if the call has left its queue
   */
  private boolean charge(PacedCall call, @Nullable WaitQueue head, long nowMicros) {
    Decision queued = call.reservations().queued();
    // From the next line until the reply, only the store may read the claims of the decision.
    List<ClaimedKey> keys = PendingStoreCalls.keysOf(queued);
    queued.settleAsync(store);
    if (!queued.isPending()) {
      return settle(call, nowMicros);
    }
    PendingStoreCalls.StoreCall storeCall = pending.start(keys);
    if (head == null) {
      call.storeCallStarted();
    } else {
      head.storeCallStarted();
    }
    queued.whenDecided(() -> timer.execute(() -> storeReplied(call, head, storeCall)));
    return false;
  }

  private void storeReplied(
      PacedCall call, @Nullable WaitQueue head, PendingStoreCalls.StoreCall storeCall) {
    lock();
    try {
      boolean releasedMeanwhile = pending.end(storeCall);
      long now = ticker.micros();
      if (head != null) {
        head.storeCallEnded();
      }
      boolean hasLeft = true;
      if (call.isDecided()) {
        refund(call);
      } else {
        hasLeft = settle(call, now);
      }
      call.storeCallEnded();
      WaitQueue queue = head == null ? call.queue() : head;
      boolean triesNext = head != null && hasLeft && !delayNext(head, call, now);
      if (queue != null && (triesNext || releasedMeanwhile)) {
        tryFirst(queue);
      }
    } finally {
      lock.unlock();
    }
    call.wake();
  }

  /** Refunds what the store has charged for a call that was decided in the meantime. */
  private void refund(PacedCall call) {
    Decision queued = call.reservations().queued();
    if (!queued.isRejected()) {
      // This refunds the charge, because the call cannot be sent any more.
      call.granted();
      slotReleased(queued);
    }
  }

  /** Applies the reply of the store to a call; true if the call has left its queue. */
  private boolean settle(PacedCall call, long nowMicros) {
    Decision queued = call.reservations().queued();
    if (queued.isRejected()) {
      return waitFor(call, queued, queued.tightest(), nowMicros);
    }
    WaitQueue queue = call.queue();
    if (queue != null) {
      remove(queue, call);
    }
    call.granted();
    return true;
  }

  /** Lets a call wait for its tightest quota, or rejects it; true if it has left its queue. */
  private boolean waitFor(PacedCall call, Decision queued, int tightest, long nowMicros) {
    call.reservations().rejectedBy(queued.rule(tightest));
    WaitQueue queue =
        queues.computeIfAbsent(
            queued.key(tightest),
            key -> WaitQueue.of(key, queued.limit(tightest), queued.cost(tightest)));
    long wait = queued.waitMicros(tightest);
    long nextTry = wait >= Limit.UNKNOWN ? WaitQueue.UNKNOWN : nowMicros + wait;
    WaitQueue previous = call.queue();
    boolean changesQueue = previous != queue;
    if (changesQueue && previous != null) {
      remove(previous, call);
    }
    if (queue.first() == null || queue.first() == call) {
      scheduleTry(queue, nextTry);
    }
    if (changesQueue) {
      enqueue(queue, call, nowMicros);
    } else if (nextTry != WaitQueue.UNKNOWN && nextTry > call.deadlineMicros()) {
      remove(queue, call);
      call.rejectUntil(nextTry);
      return true;
    }
    return changesQueue;
  }

  /** Adds a call to a queue, or rejects it if its turn would come after its deadline. */
  private void enqueue(WaitQueue queue, PacedCall call, long nowMicros) {
    long earliest = queue.earliestFor(call, nowMicros);
    if (earliest > call.deadlineMicros() || call.reservations().maxWaitMicros() == 0) {
      boolean isKnown = queue.nextTryMicros() != WaitQueue.UNKNOWN;
      removeIfEmpty(queue);
      call.rejectUntil(isKnown ? earliest : WaitQueue.UNKNOWN);
      return;
    }
    queue.add(call);
    call.enqueuedIn(queue);
  }

  private void remove(WaitQueue queue, PacedCall call) {
    queue.remove(call);
    call.enqueuedIn(null);
    removeIfEmpty(queue);
  }

  private void removeIfEmpty(WaitQueue queue) {
    if (queue.isEmpty()) {
      queue.tryAt(WaitQueue.UNKNOWN, /* newAlarm= */ null);
      queues.remove(queue.key(), queue);
    }
  }

  private void scheduleTry(WaitQueue queue, long atMicros) {
    WakeUpTimer.Alarm alarm =
        atMicros == WaitQueue.UNKNOWN
            ? null
            : timer.schedule(Math.max(0, atMicros - ticker.micros()), () -> wake(queue));
    queue.tryAt(atMicros, alarm);
  }

  private void wake(WaitQueue queue) {
    lock();
    try {
      tryFirst(queue);
    } finally {
      lock.unlock();
    }
  }

  /** Charges the first call, and the next ones for as long as calls leave the queue. */
  private void tryFirst(WaitQueue queue) {
    for (PacedCall first = queue.first();
        first != null && !queue.awaitsStore();
        first = queue.first()) {
      long now = ticker.micros();
      if (first.reservations().turnMicros(now) > now) {
        // A response has postponed the learned turn of this call. It joins again at that turn.
        remove(queue, first);
        first.wake();
        continue;
      }
      if (!charge(first, queue, now) || delayNext(queue, first, now)) {
        return;
      }
    }
  }

  /**
   * Delays the next call, and returns true, if the queue spaces calls and the previous was sent.
   */
  private boolean delayNext(WaitQueue queue, PacedCall previous, long nowMicros) {
    boolean delays = previous.isSent() && queue.intervalMicros() > 0 && !queue.isEmpty();
    if (delays) {
      scheduleTry(queue, nowMicros + queue.intervalMicros());
    }
    return delays;
  }
}
