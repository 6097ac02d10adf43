package dev.penstock.outbound.queue;

import dev.penstock.engine.Decision;
import dev.penstock.limit.Limit;
import dev.penstock.outbound.PacedCall;
import dev.penstock.outbound.Pacer;
import dev.penstock.outbound.PendingStoreCalls;
import dev.penstock.store.ClaimedKey;
import dev.penstock.store.local.SpinWait;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Queues for those budgets in which no turn can be reserved: windows, and calls in flight. */
public final class WaitQueues {
  /*
   * A bucket knows when each call's turn is, because it refills steadily. A window does not, and of
   * calls in flight nobody knows when they end. So these are asked when a call is about to start,
   * and whoever is refused waits in line: the first one is tried again when the window will have
   * room or a call has ended, the others when they have become the first. That way nothing is charged
   * before it is spent, and whoever leaves the line leaves no gap.
   *
   * Those who have waited start as far apart as the rate says. Without that, a window that opens
   * would let go all who wait for it at once, which is just what the server at the other end counts.
   *
   * A call may need several budgets. It waits in one line at a time, that of the budget which it has
   * to wait longest for; but it does not go past anybody who waits for any of its budgets.
   *
   * The store is asked in passing: whoever comes by may be an event loop, and others wait for the
   * lock. A store that takes its time tells the timer. Of those in line only the first is asked for,
   * and the line goes on when that is told; those who find nobody in line are asked for side by side.
   */
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<ClaimedKey, WaitQueue> lanes = new HashMap<>();
  private final PendingStoreCalls inquiries = new PendingStoreCalls();
  private final Pacer pacer;

  public WaitQueues(Pacer pacer) {
    this.pacer = pacer;
  }

  /** Lets a call go, or refuses it, or puts it in line if it is not there. */
  public void join(PacedCall call) {
    lock();
    try {
      // Whoever has decided meanwhile has taken it out of line, or waits to do so.
      if (call.queue() == null && !call.isAsked() && !call.isDecided()) {
        WaitQueue busy = busyLane(call, call.reservations().wanted());
        if (busy == null) {
          attempt(call, /* head= */ null, pacer.nowMicros());
        } else {
          enter(busy, call, pacer.nowMicros());
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes a call out of its line. */
  public void leave(PacedCall call) {
    lock();
    try {
      WaitQueue queue = call.queue();
      if (queue != null) {
        exit(queue, call);
      }
    } finally {
      lock.unlock();
    }
  }

  /** How many lines there are. */
  public int size() {
    lock();
    try {
      return lanes.size();
    } finally {
      lock.unlock();
    }
  }

  /** A call has ended, and with it what it had of calls in flight. */
  public void slotReleased(Decision spent) {
    lock();
    try {
      for (int i = 0; i < spent.quotas(); i++) {
        inquiries.released(spent.key(i));
        WaitQueue queue = lanes.get(spent.key(i));
        // The others know when to try; to try earlier would be closer than their interval.
        if (queue != null && queue.intervalMicros() == 0) {
          move(queue);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Without ever parking: this may be the thread of an event loop, and nobody stays for long. */
  private void lock() {
    for (int spins = 0; !lock.tryLock(); spins++) {
      SpinWait.pause(spins);
    }
  }

  private @Nullable WaitQueue busyLane(PacedCall call, Decision wanted) {
    for (int i = 0; i < wanted.quotas(); i++) {
      WaitQueue queue = lanes.get(wanted.key(i));
      if (queue != null && queue.isBusyFor(call)) {
        return queue;
      }
    }
    return null;
  }

  /**
   * True if the call is through here: it goes, or is refused, or waits elsewhere.
   *
   * @param head the line that the call is the first of; null if it is in none
   */
  private boolean attempt(PacedCall call, @Nullable WaitQueue head, long nowMicros) {
    Decision wanted = call.reservations().wanted();
    List<ClaimedKey> keys = keysOf(wanted);
    pacer.ask(wanted);
    if (!wanted.isPending()) {
      return settled(call, wanted, nowMicros);
    }
    PendingStoreCalls.Inquiry inquiry = inquiries.start(keys);
    if (head == null) {
      call.asked(/* isAsked= */ true);
    } else {
      head.asks(/* newAsking= */ true);
    }
    wanted.whenDecided(() -> pacer.later(() -> answered(call, head, inquiry)));
    return false;
  }

  /** Before they are the store's. */
  private static List<ClaimedKey> keysOf(Decision wanted) {
    List<ClaimedKey> keys = new ArrayList<>(wanted.quotas());
    for (int i = 0; i < wanted.quotas(); i++) {
      keys.add(wanted.key(i));
    }
    return keys;
  }

  /** The store has answered for a call, which may not wait for that any more. */
  private void answered(
      PacedCall call, @Nullable WaitQueue head, PendingStoreCalls.Inquiry inquiry) {
    lock();
    try {
      boolean roomMeanwhile = inquiries.end(inquiry);
      long now = pacer.nowMicros();
      if (head != null) {
        head.asks(/* newAsking= */ false);
      }
      boolean through = call.isDecided() ? given(call) : settled(call, now);
      call.asked(/* isAsked= */ false);
      WaitQueue queue = head == null ? call.queue() : head;
      boolean next = head != null && through && goesOn(head, call, now);
      if (queue != null && (next || roomMeanwhile)) {
        move(queue);
      }
    } finally {
      lock.unlock();
    }
    call.wake();
  }

  /** Leaves to others what was granted to a call that does not want it any more. */
  private boolean given(PacedCall call) {
    Decision wanted = call.reservations().wanted();
    if (!wanted.isRejected()) {
      call.granted();
      slotReleased(wanted);
    }
    return true;
  }

  private boolean settled(PacedCall call, long nowMicros) {
    return settled(call, call.reservations().wanted(), nowMicros);
  }

  private boolean settled(PacedCall call, Decision wanted, long nowMicros) {
    if (!wanted.isRejected()) {
      WaitQueue queue = call.queue();
      if (queue != null) {
        exit(queue, call);
      }
      call.granted();
      return true;
    }
    int tightest = wanted.tightest();
    call.reservations().refusedBy(wanted.rule(tightest));
    WaitQueue queue =
        lanes.computeIfAbsent(wanted.key(tightest), key -> laneFor(key, wanted, tightest));
    long wait = wanted.waitMicros(tightest);
    long tryAt = wait >= Limit.UNKNOWN ? WaitQueue.UNKNOWN : nowMicros + wait;
    WaitQueue before = call.queue();
    boolean elsewhere = before != queue;
    if (elsewhere && before != null) {
      exit(before, call);
    }
    if (queue.first() == null || queue.first() == call) {
      tryNext(queue, tryAt);
    }
    if (elsewhere) {
      enter(queue, call, nowMicros);
    } else if (tryAt != WaitQueue.UNKNOWN && tryAt > call.deadlineMicros()) {
      exit(queue, call);
      call.rejectUntil(tryAt);
      return true;
    }
    return elsewhere;
  }

  private static WaitQueue laneFor(ClaimedKey key, Decision wanted, int quota) {
    Limit limit = wanted.limit(quota);
    long interval =
        limit.periodMicros() == 0
            ? 0
            : Math.max(1, limit.periodMicros() / limit.permits()) * wanted.cost(quota);
    return new WaitQueue(key, interval);
  }

  private void enter(WaitQueue queue, PacedCall call, long nowMicros) {
    long earliest = queue.earliestFor(call, nowMicros);
    if (earliest > call.deadlineMicros() || call.reservations().patienceMicros() == 0) {
      boolean known = queue.tryAtMicros() != WaitQueue.UNKNOWN;
      forgetIfEmpty(queue);
      call.rejectUntil(known ? earliest : WaitQueue.UNKNOWN);
      return;
    }
    queue.add(call);
    call.waitsIn(queue);
  }

  private void exit(WaitQueue queue, PacedCall call) {
    queue.remove(call);
    call.waitsIn(null);
    forgetIfEmpty(queue);
  }

  private void forgetIfEmpty(WaitQueue queue) {
    if (queue.isEmpty()) {
      queue.tryAt(WaitQueue.UNKNOWN, /* newAlarm= */ null);
      lanes.remove(queue.key(), queue);
    }
  }

  private void tryNext(WaitQueue queue, long atMicros) {
    WakeUpTimer.Switch alarm =
        atMicros == WaitQueue.UNKNOWN
            ? null
            : pacer.timer().after(Math.max(0, atMicros - pacer.nowMicros()), () -> wake(queue));
    queue.tryAt(atMicros, alarm);
  }

  private void wake(WaitQueue queue) {
    lock();
    try {
      move(queue);
    } finally {
      lock.unlock();
    }
  }

  /** Tries the first in line, and if that one is through, sees to the next. */
  private void move(WaitQueue queue) {
    for (PacedCall first = queue.first();
        first != null && !queue.isAsking();
        first = queue.first()) {
      long now = pacer.nowMicros();
      if (first.reservations().turnMicros(now) > now) {
        // It was told to wait for something else meanwhile, and comes back after that.
        exit(queue, first);
        first.wake();
        continue;
      }
      if (!attempt(first, queue, now) || !goesOn(queue, first, now)) {
        return;
      }
    }
  }

  /** True if the next in line can be tried at once, after one that is through. */
  private boolean goesOn(WaitQueue queue, PacedCall through, long nowMicros) {
    boolean spaced = through.isSent() && queue.intervalMicros() > 0 && !queue.isEmpty();
    if (spaced) {
      tryNext(queue, nowMicros + queue.intervalMicros());
    }
    return !spaced;
  }
}
