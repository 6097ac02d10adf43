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
 * The ticket of a request that continues and is seen again: at the end of its response, and before
 * that at hooks where deferred rules can decide.
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
  private final AtomicBoolean ended = new AtomicBoolean();

  /*
   * A request may end on one thread while another one handles it at a hook. So each part of its
   * state is taken exactly once, and the thread that takes it settles it.
   */

  /** A decision with deferred rules. */
  private final AtomicReference<@Nullable Decision> deferred = new AtomicReference<>();

  /** A decision that the store has not made yet, or that the request has not come back for. */
  private final AtomicReference<@Nullable PendingDecision> awaited = new AtomicReference<>();

  private final AtomicReference<@Nullable EndOfCallActions> endOfCallActions =
      new AtomicReference<>();
  private final AtomicReference<@Nullable PendingComparison> comparison = new AtomicReference<>();

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

  /** The policy at the first hook, which stays the policy of the request until its end. */
  ActivePolicy policy() {
    return policy;
  }

  /** Takes the actions for the end of the request; from now on the caller is responsible. */
  @Nullable EndOfCallActions takeEndOfCallActions() {
    return endOfCallActions.getAndSet(null);
  }

  /** Sets the actions for the end of the request, and does them now if it has ended already. */
  void setEndOfCallActions(@Nullable EndOfCallActions newActions) {
    endOfCallActions.set(newActions);
    if (ended.get()) {
      end(takeEndOfCallActions(), exchange.status());
    }
  }

  /**
   * Lets the candidate decide at this hook. If that fails, the request continues.
   *
   * @param inForce the decision of the rules in force at this hook; null if none was left to decide
   */
  void compare(InboundExchange resumed, @Nullable Decision inForce) {
    PendingComparison comparing = comparison.get();
    if (comparing != null) {
      guarded(COMPARING, () -> comparing.resume(resumed, inForce));
    }
  }

  /**
   * Sets the comparison with a candidate.
   *
   * @param newComparison null if it is complete
   */
  void comparedBy(@Nullable PendingComparison newComparison) {
    comparison.set(newComparison);
    if (ended.get()) {
      endComparison(exchange.status());
    }
  }

  /** True if the candidate can decide only at a later hook. */
  boolean isComparedLater() {
    PendingComparison comparing = comparison.get();
    return comparing != null && comparing.isOpen();
  }

  private void guarded(String problem, Runnable work) {
    try {
      work.run();
    } catch (Throwable error) {
      log.repeated(AgentLog.SUPPRESSED + problem, problem, error);
    }
  }

  /** Keeps a decision with deferred rules for a later hook. */
  void defer(Decision decision) {
    deferred.set(decision);
    if (ended.get()) {
      countDeferred();
    }
  }

  /** Counts a request that has ended before its deferred rules could decide. */
  private void countDeferred() {
    Decision left = takeDeferred();
    if (left != null) {
      guarded(COUNTING, () -> policy.counts().admitted(left));
    }
  }

  /** The decision with deferred rules; null if there is none or another thread has taken it. */
  @Nullable Decision takeDeferred() {
    return deferred.get() == null ? null : deferred.getAndSet(null);
  }

  /** Keeps a decision that the request comes back for when it is made. */
  void await(PendingDecision pending) {
    awaited.set(pending);
  }

  /** The decision that the store has made; null if none or another thread has taken it. */
  @Nullable PendingDecision takeDecided() {
    PendingDecision waiting = awaited.get();
    boolean taken =
        waiting != null
            && !waiting.decision().isPending()
            && awaited.compareAndSet(waiting, /* newValue= */ null);
    return taken ? waiting : null;
  }

  /** Notified when the awaited decision is made. A request that has ended will not come back. */
  void decided() {
    if (ended.get()) {
      guarded("cannot end a call", this::endAwaited);
    }
  }

  /** Settles a decision about a request that continued without a limit. */
  void settleUnseen(PendingDecision decided) {
    guarded(
        "cannot end a call",
        () -> end(decided.endOfCallActions(policy.engine().store()), exchange.status()));
  }

  private void endAwaited() {
    PendingDecision left = takeDecided();
    if (left != null) {
      end(left.endOfCallActions(policy.engine().store()), exchange.status());
      guarded(COUNTING, () -> policy.counts().abandoned(left.decision()));
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

  /** The response has ended, on this thread or another. */
  @Override
  public void run() {
    end(exchange.status());
  }

  private void end(int status) {
    if (ended.compareAndSet(/* expectedValue= */ false, /* newValue= */ true)) {
      countDeferred();
      if (inFlight != null) {
        inFlight.leave();
      }
      EndOfCallActions actions = takeEndOfCallActions();
      boolean staysOpen =
          status == SWITCHING_PROTOCOLS
              && actions != null
              && actions.holdsSlots()
              && isHeldUntilClose(actions);
      if (!staysOpen) {
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
    boolean isReported = exchange.onClose(() -> connectionClosed(actions));
    if (!isReported) {
      UnreportedSessions.add(log);
    }
    return isReported;
  }

  private void connectionClosed(EndOfCallActions actions) {
    end(actions, SWITCHING_PROTOCOLS);
    endComparison(SWITCHING_PROTOCOLS);
  }

  private void endComparison(int status) {
    PendingComparison comparing = comparison.getAndSet(null);
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
