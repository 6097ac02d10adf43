package dev.penstock.inbound;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.engine.Decision;
import dev.penstock.engine.EndOfCallActions;
import dev.penstock.http.InboundExchange;
import dev.penstock.log.AgentLog;
import dev.penstock.shadow.PendingComparison;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The ticket of a call that went on and that somebody has to hear of: when its answer is done, or
 * before that when it has come further and the rest of the rules can judge it.
 */
public final class InboundTicket implements Ticket, Runnable {
  private static final int SERVER_ERROR = 500;
  private static final int SWITCHING_PROTOCOLS = 101;
  private static final String COMPARING = "cannot compare a call";
  private static final String COUNTING = "cannot count a call";

  private final InboundExchange exchange;
  private final ActivePolicy policy;
  private final @Nullable InFlightCounter inFlight;
  private final AgentLog log;
  private final AtomicBoolean over = new AtomicBoolean();

  /** Whoever takes it is the one who goes on with it. */
  private final AtomicReference<@Nullable Decision> open = new AtomicReference<>();

  /** The same while the store has not answered, or the call has not come again for it. */
  private final AtomicReference<@Nullable PendingDecision> awaited = new AtomicReference<>();

  private final AtomicReference<@Nullable EndOfCallActions> stay = new AtomicReference<>();
  private final AtomicReference<@Nullable PendingComparison> pending = new AtomicReference<>();

  InboundTicket(
      InboundExchange exchange,
      ActivePolicy policy,
      @Nullable InFlightCounter inFlight,
      AgentLog log) {
    this.exchange = exchange;
    this.policy = policy;
    this.inFlight = inFlight;
    this.log = log;
  }

  /** What has judged the call so far, and will go on doing so. */
  ActivePolicy policy() {
    return policy;
  }

  /** What has to be done at the end; from here on that is the taker's concern. */
  @Nullable EndOfCallActions takeEndOfCallActions() {
    return stay.getAndSet(null);
  }

  /** Has to do this at the end, which may have been already. */
  void setEndOfCallActions(@Nullable EndOfCallActions newStay) {
    stay.set(newStay);
    if (over.get()) {
      end(takeEndOfCallActions(), exchange.status());
    }
  }

  /**
   * Lets the candidate judge the call where it has come to; whatever fails there, the call goes on.
   *
   * @param inForce what the rules in force made of it here; null if they had nothing left to judge
   */
  void compare(InboundExchange further, @Nullable Decision inForce) {
    PendingComparison comparing = pending.get();
    if (comparing != null) {
      guarded(COMPARING, () -> comparing.resume(further, inForce));
    }
  }

  /**
   * Is compared from now on.
   *
   * @param newPending what a candidate would make of the call, if that is not all known yet
   */
  void comparedBy(@Nullable PendingComparison newPending) {
    pending.set(newPending);
    if (over.get()) {
      endComparison(exchange.status());
    }
  }

  /** True if a candidate can judge the call only when it has come further. */
  boolean isComparedLater() {
    PendingComparison comparing = pending.get();
    return comparing != null && comparing.isOpen();
  }

  private void guarded(String problem, Runnable work) {
    try {
      work.run();
    } catch (Throwable error) {
      log.repeated(AgentLog.SUPPRESSED + problem, problem, error);
    }
  }

  /** Waits for the call to come further. */
  void defer(Decision decision) {
    open.set(decision);
    if (over.get()) {
      countOpen();
    }
  }

  /** The call has ended before it came to the rest of the rules: what there is, is all. */
  private void countOpen() {
    Decision left = takeDeferred();
    if (left != null) {
      guarded(COUNTING, () -> policy.counts().admitted(left));
    }
  }

  /** What has to be gone on with; null if there is nothing, or another thread has taken it. */
  @Nullable Decision takeDeferred() {
    return open.get() == null ? null : open.getAndSet(null);
  }

  /** Waits for the call to come again when this is decided. */
  void await(PendingDecision newAwaited) {
    awaited.set(newAwaited);
  }

  /** What was decided meanwhile; null if nothing was, or another thread has taken it. */
  @Nullable PendingDecision takePending() {
    PendingDecision waiting = awaited.get();
    boolean taken =
        waiting != null
            && !waiting.decision().isPending()
            && awaited.compareAndSet(waiting, /* newValue= */ null);
    return taken ? waiting : null;
  }

  /** It is decided; a call that has ended by then will not come again for it. */
  void decided() {
    if (over.get()) {
      guarded("cannot end a call", this::endAwaited);
    }
  }

  /** It is decided about a call that will not come for that, nor be heard of. */
  void decidedUnseen(PendingDecision decided) {
    guarded(
        "cannot end a call", () -> end(decided.owed(policy.engine().store()), exchange.status()));
  }

  private void endAwaited() {
    PendingDecision left = takePending();
    if (left != null) {
      end(left.owed(policy.engine().store()), exchange.status());
      guarded(COUNTING, () -> policy.counts().left(left.decision()));
    }
  }

  @Override
  public boolean skipsMethod() {
    return false;
  }

  @Override
  public @Nullable Object replacement() {
    return exchange.replacement();
  }

  @Override
  public @Nullable Object result(@Nullable Object result) {
    return exchange.result(result, /* atEnd= */ this);
  }

  @Override
  public void close(@Nullable Throwable thrown) {
    exchange.methodReturned();
    if (thrown != null) {
      end(SERVER_ERROR);
    } else if (!exchange.endsLater(this)) {
      run();
    }
  }

  /** The answer is done, here or on another thread. */
  @Override
  public void run() {
    end(exchange.status());
  }

  private void end(int status) {
    if (over.compareAndSet(/* expectedValue= */ false, /* newValue= */ true)) {
      countOpen();
      if (inFlight != null) {
        inFlight.leave();
      }
      EndOfCallActions actions = takeEndOfCallActions();
      boolean goesOn =
          status == SWITCHING_PROTOCOLS
              && actions != null
              && actions.holdsSlots()
              && isHeldUntilClose(actions);
      if (!goesOn) {
        end(actions, status);
        endComparison(status);
      }
      endAwaited();
    }
  }

  /** True if the slots of a WebSocket session are released only when its connection is closed. */
  private boolean isHeldUntilClose(EndOfCallActions actions) {
    // Settles the response first: the connection may close as soon as there is a listener.
    actions.responded(SWITCHING_PROTOCOLS);
    boolean told = exchange.onClose(() -> close(actions));
    if (!told) {
      UnreportedSessions.add(log);
    }
    return told;
  }

  private void close(EndOfCallActions actions) {
    end(actions, SWITCHING_PROTOCOLS);
    endComparison(SWITCHING_PROTOCOLS);
  }

  private void endComparison(int status) {
    PendingComparison comparing = pending.getAndSet(null);
    if (comparing != null) {
      guarded(COMPARING, () -> comparing.end(status));
    }
  }

  private static void end(@Nullable EndOfCallActions actions, int status) {
    if (actions != null) {
      actions.end(status);
    }
  }
}
