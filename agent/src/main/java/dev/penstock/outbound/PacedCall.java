package dev.penstock.outbound;

import dev.penstock.engine.EndOfCallActions;
import dev.penstock.http.OutboundPermit;
import dev.penstock.http.OutboundResponse;
import dev.penstock.outbound.queue.CallWaiter;
import dev.penstock.outbound.queue.ParkedThread;
import dev.penstock.outbound.queue.TimerWaiter;
import dev.penstock.outbound.queue.WaitQueue;
import dev.penstock.rules.Rule;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One outbound call that rules pace: it waits for its turns and is then sent or rejected. */
public final class PacedCall implements OutboundPermit {
  /*
   * Three things can delay a call, in this order: the turn that it reserved in its buckets, the
   * turn at the learned pace of its host, and the queues for limits that cannot reserve a turn.
   * `advance` finds out which of them delays the call now. The waiter of the call drives it: the
   * thread of the caller, which parks in between, or the timer for an asynchronous caller.
   *
   * Other threads may decide the call at the same time: a caller that cancels, a queue that sends
   * the call, an operator who switches pacing off. The first thread that changes the state has
   * decided the call, and cleans up.
   *
   * The reply of a store may take some time. A call that waits for the store does not count as
   * held. The store always replies, and its reply wakes the call.
   */

  /** How often a call that waits for the store looks again: far longer than a store takes. */
  private static final long STORE_WAIT_MICROS = 1_000_000;

  private final PacingServices services;
  private final long number;
  private final CallReservations reservations;
  private final AtomicReference<CallState> state = new AtomicReference<>(CallState.WAITING);
  private final AtomicBoolean responded = new AtomicBoolean();
  private volatile @Nullable IOException rejection;
  private volatile @Nullable CallWaiter waiter;
  private volatile boolean held;
  private volatile boolean awaitsStore;
  private volatile @Nullable DecisionListener listener;
  private volatile long decidedMicros;

  /** The queue that the call waits in; guarded by the lock of {@link WaitQueue}s. */
  private @Nullable WaitQueue queue;

  /**
   * @param number the calls of one pacer are numbered in the order of their arrival
   */
  PacedCall(PacingServices services, long number, CallReservations reservations) {
    this.services = services;
    this.number = number;
    this.reservations = reservations;
  }

  public long number() {
    return number;
  }

  public CallReservations reservations() {
    return reservations;
  }

  /** Returns the rules in force that match the call. */
  public List<Rule> rules() {
    return reservations.rules();
  }

  public long deadlineMicros() {
    return reservations.deadlineMicros();
  }

  /** Returns how long the call was delayed until it was decided; 0 if it was not delayed. */
  public long heldMicros() {
    return held ? Math.max(0, decidedMicros - reservations.arrivedMicros()) : 0;
  }

  public long decidedMicros() {
    return decidedMicros;
  }

  CallState state() {
    return Objects.requireNonNull(state.get());
  }

  public boolean isSent() {
    return state.get() == CallState.SENT;
  }

  public boolean isDecided() {
    return state.get() != CallState.WAITING;
  }

  /** Returns why the call was rejected; null if it was not. */
  public @Nullable IOException rejection() {
    return state.get() == CallState.REJECTED ? rejection : null;
  }

  /** Adds the listener of this call, and notifies it at once if the call is decided already. */
  public void listen(DecisionListener newListener) {
    listener = newListener;
    if (isDecided()) {
      newListener.decided();
    }
  }

  public @Nullable WaitQueue queue() {
    return queue;
  }

  /** Sets the queue that the call waits in; null if it waits in none. */
  public void enqueuedIn(@Nullable WaitQueue newQueue) {
    queue = newQueue;
  }

  /** True while the store has not replied whether, or when, the call may be sent. */
  public boolean awaitsStore() {
    return awaitsStore;
  }

  public void storeCallStarted() {
    awaitsStore = true;
  }

  public void storeCallEnded() {
    awaitsStore = false;
  }

  /**
   * Sends or rejects the call if that is possible now; otherwise lets it wait.
   *
   * @return in how many microseconds to call this again; 0 if the call is decided
   */
  public long advance() {
    if (isDecided()) {
      return 0;
    }
    if (awaitsStore) {
      return STORE_WAIT_MICROS;
    }
    long now = services.nowMicros();
    long turn = reservations.turnMicros(now);
    if (turn > now) {
      if (turn <= deadlineMicros()) {
        return hold() ? turn - now : 0;
      }
      rejectUntil(turn);
    } else if (!reservations.usesQueues()) {
      decide(CallState.SENT, /* why= */ null);
    } else if (held && now >= deadlineMicros()) {
      reject(reservations.timedOut(now));
    } else {
      services.queues().join(this);
      if (awaitsStore) {
        return STORE_WAIT_MICROS;
      }
    }
    return isDecided() || !hold() ? 0 : Math.max(1, deadlineMicros() - now);
  }

  /** Counts the call as held; rejects it and returns false if too many calls are held. */
  private boolean hold() {
    if (held) {
      return true;
    }
    held = true;
    IOException queueFull = services.heldCalls().add(this);
    if (queueFull != null) {
      held = false;
      reject(queueFull);
    } else if (isDecided()) {
      // Another thread decided the call before it was counted, and so did not remove it.
      services.heldCalls().remove(this);
    }
    return !isDecided();
  }

  /** Parks the calling thread until the call is decided. */
  public void await() throws InterruptedIOException {
    ParkedThread thread = new ParkedThread();
    waiter = thread;
    if (!thread.await(this::advance)) {
      cancel();
      throw new InterruptedIOException(
          "interrupted while rule `"
              + reservations.slowestRule()
              + "` delayed a call to "
              + reservations.host());
    }
  }

  @Override
  public void whenDecided(Runnable start, Consumer<IOException> reject) {
    TimerWaiter timed = new TimerWaiter(services.timer(), this, start, reject);
    waiter = timed;
    timed.check();
  }

  /** Sends the call, because the queued limits have charged everything that it needs. */
  public void granted() {
    EndOfCallActions actions = reservations.charged();
    if (!send()) {
      reservations.refund(actions);
    }
  }

  /** Rejects the call because it could be sent only at this time, which is too late. */
  public void rejectUntil(long earliestMicros) {
    reject(reservations.tooLong(reservations.slowestRule(), earliestMicros, services.nowMicros()));
  }

  void reject(IOException why) {
    decide(CallState.REJECTED, why);
  }

  /** Sends the call, whatever delays it; returns false if it was decided before. */
  public boolean send() {
    return decide(CallState.SENT, /* why= */ null);
  }

  @Override
  public void cancel() {
    decide(CallState.CANCELLED, /* why= */ null);
  }

  private boolean decide(CallState newState, @Nullable IOException why) {
    rejection = rejection == null ? why : rejection;
    if (!state.compareAndSet(CallState.WAITING, newState)) {
      return false;
    }
    decidedMicros = services.nowMicros();
    if (reservations.usesQueues()) {
      services.queues().leave(this);
    }
    if (newState != CallState.SENT) {
      reservations.cancel();
    }
    if (held) {
      services.heldCalls().remove(this);
    }
    services.listener().decided(this);
    wake();
    DecisionListener notified = listener;
    if (notified != null) {
      services.runGuarded(notified::decided);
    }
    return true;
  }

  /** Makes the waiter of the call, if there is one, call {@link #advance} again. */
  public void wake() {
    CallWaiter waiting = waiter;
    if (waiting != null) {
      waiting.wake();
    }
  }

  @Override
  public void responded(OutboundResponse response) {
    if (isSent() && responded.compareAndSet(/* expectedValue= */ false, /* newValue= */ true)) {
      LearnedTurns learned = reservations.learned();
      if (learned != null) {
        services.runGuarded(() -> learned.learnFrom(response, services.nowMicros()));
      }
      DecisionListener notified = listener;
      if (notified != null) {
        services.runGuarded(() -> notified.responded(response));
      }
    }
  }

  @Override
  public void close() {
    reservations.release();
    DecisionListener notified = listener;
    if (notified != null) {
      services.runGuarded(notified::close);
    }
  }

  /** Closes the call after a delay; at once if the delay is not positive. */
  public void closeAfter(long micros) {
    if (micros > 0) {
      services.timer().schedule(micros, this::close);
    } else {
      close();
    }
  }
}
