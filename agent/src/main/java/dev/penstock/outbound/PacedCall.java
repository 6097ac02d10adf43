package dev.penstock.outbound;

import dev.penstock.engine.Decision;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One call on its way out: waits for its turns, goes or is refused, and hears of its answer. */
public final class PacedCall implements OutboundPermit {
  /*
   * Three things can hold a call, one after the other: the turn that it has reserved in its buckets,
   * the turn that the answers of its host have taught, and the queues for all that cannot be
   * reserved. `advance` looks which of them it is now. It is driven by whoever waits: the caller's
   * own thread, which parks in between, or for asynchronous callers the timer.
   *
   * Others may come in between: a caller that gives up, a queue that lets the call go, an operator
   * who switches everything off. Whoever is first to write the outcome has decided, and cleans up.
   *
   * A store may take its time to answer. A call that is asked for is not one of those that are held,
   * which are counted: it is woken when the answer is there, and the store sees to it that there is
   * one.
   */
  private enum Outcome {
    GONE,
    REFUSED,
    GIVEN_UP
  }

  private static final int NO_STATUS = 0;

  /** Far later than any store answers. */
  private static final long ASKED_MICROS = 1_000_000;

  private final Pacer pacer;
  private final long number;
  private final CallReservations reservations;
  private final AtomicReference<@Nullable Outcome> outcome = new AtomicReference<>();
  private final AtomicBoolean answered = new AtomicBoolean();
  private final AtomicReference<@Nullable EndOfCallActions> stay = new AtomicReference<>();
  private volatile @Nullable IOException refusal;
  private volatile @Nullable CallWaiter waiter;
  private volatile boolean held;
  private volatile boolean asked;
  private volatile @Nullable DecisionListener listener;
  private volatile long decidedMicros;

  /** Guarded by the lanes. */
  private @Nullable WaitQueue queue;

  PacedCall(Pacer pacer, long number, CallReservations reservations) {
    this.pacer = pacer;
    this.number = number;
    this.reservations = reservations;
  }

  /** Calls are numbered in the order in which they came. */
  public long number() {
    return number;
  }

  public CallReservations reservations() {
    return reservations;
  }

  /** The rules that are in force for it. */
  public List<Rule> rules() {
    return reservations.rules();
  }

  /** The rule that holds it, as far as is known. */
  public String heldBy() {
    return reservations.slowest();
  }

  /** Whom it goes to. */
  public String host() {
    return reservations.host();
  }

  /** How long it was held until it was decided what becomes of it. */
  public long heldMicros() {
    return held ? Math.max(0, decidedMicros - reservations.arrivedMicros()) : 0;
  }

  /** What was unusual about how a rule has let it go: remarks of a claim. */
  public int remarks(Rule rule) {
    return reservations.remarks(rule);
  }

  /** When it was decided what becomes of it. */
  public long decidedMicros() {
    return decidedMicros;
  }

  /** From now on somebody hears of what becomes of it, at once if that is decided already. */
  public void listen(DecisionListener newCompanion) {
    listener = newCompanion;
    if (isDecided()) {
      newCompanion.decided();
    }
  }

  public long deadlineMicros() {
    return reservations.deadlineMicros();
  }

  public @Nullable WaitQueue queue() {
    return queue;
  }

  public void waitsIn(@Nullable WaitQueue newLane) {
    queue = newLane;
  }

  /** True if the store has not answered yet whether it may go, or when. */
  public boolean isAsked() {
    return asked;
  }

  public void asked(boolean isAsked) {
    asked = isAsked;
  }

  public boolean isSent() {
    return outcome.get() == Outcome.GONE;
  }

  /** True if it is decided what becomes of it. */
  public boolean isDecided() {
    return outcome.get() != null;
  }

  /** Why it was refused; null if it was not. */
  public @Nullable IOException rejection() {
    return outcome.get() == Outcome.REFUSED ? refusal : null;
  }

  /**
   * Sees whether it may go now.
   *
   * @return how long it has to wait until it has to look again; 0 if it is decided
   */
  public long advance() {
    if (isDecided()) {
      return 0;
    }
    if (asked) {
      return ASKED_MICROS;
    }
    long now = pacer.nowMicros();
    long turn = reservations.turnMicros(now);
    if (turn > now) {
      if (turn <= deadlineMicros()) {
        return hold() ? turn - now : 0;
      }
      rejectUntil(turn);
    } else if (!reservations.asks()) {
      decide(Outcome.GONE, /* why= */ null);
    } else if (held && now >= deadlineMicros()) {
      decide(Outcome.REFUSED, reservations.outOfTime(now));
    } else {
      pacer.queues().join(this);
      if (asked) {
        return ASKED_MICROS;
      }
    }
    return isDecided() || !hold() ? 0 : Math.max(1, deadlineMicros() - now);
  }

  /** Becomes one of those that are held; false if there are too many of them. */
  private boolean hold() {
    if (held) {
      return true;
    }
    held = true;
    IOException full = pacer.hold(this);
    if (full != null) {
      held = false;
      decide(Outcome.REFUSED, full);
    } else if (isDecided()) {
      // Decided by another while it was being counted, who did not see that it was.
      pacer.release(this);
    }
    return !isDecided();
  }

  /** Holds the caller's thread until it is decided. */
  public void await() throws InterruptedIOException {
    ParkedThread thread = new ParkedThread();
    waiter = thread;
    if (!thread.await(this::advance)) {
      cancel();
      throw new InterruptedIOException("interrupted while held back by " + reservations);
    }
  }

  @Override
  public void whenDecided(Runnable start, Consumer<IOException> refused) {
    TimerWaiter timed = new TimerWaiter(pacer.timer(), this, start, refused);
    waiter = timed;
    timed.look();
  }

  /** The queue has let it go: all that it has asked for is charged. */
  public void granted() {
    Decision paid = reservations.wanted();
    EndOfCallActions actions = pacer.endOfCallActions(paid);
    stay.set(actions);
    pacer.publish(listener -> listener.granted(paid));
    if (!decide(Outcome.GONE, /* why= */ null)
        && (actions == null || stay.compareAndSet(actions, /* newValue= */ null))) {
      pacer.refund(paid);
    }
  }

  /** It could go only then, which is too late. */
  public void rejectUntil(long earliestMicros) {
    decide(Outcome.REFUSED, reservations.tooLong(earliestMicros, pacer.nowMicros()));
  }

  /** It was refused before it could wait for anything. */
  void rejectNow(IOException why) {
    decide(Outcome.REFUSED, why);
  }

  /** Lets it go whatever holds it, because nothing is enforced any more. */
  public void free() {
    decide(Outcome.GONE, /* why= */ null);
  }

  @Override
  public void cancel() {
    decide(Outcome.GIVEN_UP, /* why= */ null);
  }

  private boolean decide(Outcome newOutcome, @Nullable IOException why) {
    refusal = refusal == null ? why : refusal;
    if (!outcome.compareAndSet(null, newOutcome)) {
      return false;
    }
    decidedMicros = pacer.nowMicros();
    if (reservations.asks()) {
      pacer.queues().leave(this);
    }
    if (newOutcome != Outcome.GONE) {
      reservations.giveUp();
    }
    if (held) {
      pacer.release(this);
    }
    pacer.publish(listener -> listener.decided(this));
    wake();
    DecisionListener told = listener;
    if (told != null) {
      pacer.guarded(told::decided);
    }
    return true;
  }

  /** Somebody has something new for whoever waits. */
  public void wake() {
    CallWaiter waiting = waiter;
    if (waiting != null) {
      waiting.wake();
    }
  }

  @Override
  public void responded(OutboundResponse answer) {
    if (isSent() && answered.compareAndSet(/* expectedValue= */ false, /* newValue= */ true)) {
      pacer.guarded(() -> reservations.learn(answer, pacer.nowMicros()));
      DecisionListener told = listener;
      if (told != null) {
        pacer.guarded(() -> told.responded(answer));
      }
    }
  }

  @Override
  public void close() {
    EndOfCallActions actions = stay.getAndSet(null);
    if (actions != null) {
      pacer.guarded(
          () -> {
            actions.end(NO_STATUS);
            pacer.queues().slotReleased(reservations.wanted());
          });
    }
    DecisionListener told = listener;
    if (told != null) {
      pacer.guarded(told::close);
    }
  }

  public void closeAfter(long micros) {
    if (micros > 0) {
      pacer.timer().after(micros, this::close);
    } else {
      close();
    }
  }
}
