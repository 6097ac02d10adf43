package dev.penstock.inbound;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.engine.Decision;
import dev.penstock.engine.EndOfCallActions;
import dev.penstock.engine.Rejections;
import dev.penstock.http.Direction;
import dev.penstock.http.InboundExchange;
import dev.penstock.http.RejectionResponse;
import dev.penstock.log.AgentLog;
import dev.penstock.shadow.Comparison;
import dev.penstock.shadow.PendingComparison;
import dev.penstock.store.Store;
import dev.penstock.telemetry.SignalPublisher;
import dev.penstock.telemetry.Signals;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What happens to a call that comes in, from its arrival to its refusal or its way on. */
public final class InboundHandler {
  private final Store store;
  private final AgentLog log;
  private final InFlightCounter inFlight = new InFlightCounter();
  private SignalPublisher signals = SignalPublisher.SILENT;

  public InboundHandler(Store store, AgentLog log) {
    this.store = store;
    this.log = log;
  }

  /** Tells of what happens, from the beginning on. */
  public void publishTo(SignalPublisher newSignals) {
    signals = newSignals;
  }

  /** Judges a call that has just come in; null if it goes on and nobody has to hear of it. */
  public @Nullable Ticket enter(ActivePolicy policy, InboundExchange exchange) {
    return policy.sheds()
        ? enterCounted(policy, exchange)
        : enter(policy, exchange, /* count= */ 0);
  }

  /** The same where somebody has to count how many calls are in hand. */
  private @Nullable Ticket enterCounted(ActivePolicy policy, InboundExchange exchange) {
    Ticket ticket = null;
    int count = inFlight.arrive();
    try {
      ticket = enter(policy, exchange, count);
      return ticket;
    } finally {
      if (!(ticket instanceof InboundTicket)
          && !(ticket instanceof SuspendedTicket held && held.ticket() != null)) {
        inFlight.leave();
      }
    }
  }

  private @Nullable Ticket enter(ActivePolicy policy, InboundExchange exchange, int count) {
    Decision decision = policy.engine().decide(exchange, count);
    if (decision.isPending()) {
      return enterLater(policy, decision, exchange, count);
    }
    signals.decided(decision);
    PendingComparison pending = compare(policy.comparison(), exchange, decision, count);
    if (decision.isRejected()) {
      return reject(policy, decision, exchange);
    }
    // Asked now: an open decision goes on with the call, maybe on another thread.
    boolean open = decision.isOpen();
    try {
      Ticket ticket = admit(policy, decision, pending, exchange, count);
      if (!open && !(ticket instanceof RejectedTicket)) {
        countAdmitted(policy, decision);
      }
      return ticket;
    } catch (Throwable error) {
      // The call goes on unseen, so nobody would give back later what it has been charged.
      decision.refund(store);
      if (pending != null) {
        pending.end(/* status= */ 0);
      }
      throw error;
    }
  }

  /** Lets the candidate judge the call too; whatever fails there, the decision stands. */
  private @Nullable PendingComparison compare(
      @Nullable Comparison comparison, InboundExchange exchange, Decision decision, int count) {
    if (comparison == null) {
      return null;
    }
    try {
      return comparison.judge(exchange, decision, count);
    } catch (Throwable error) {
      log.repeated(AgentLog.SUPPRESSED + "shadow", "cannot compare a call", error);
      return null;
    }
  }

  private @Nullable Ticket admit(
      ActivePolicy policy,
      Decision decision,
      @Nullable PendingComparison pending,
      InboundExchange exchange,
      int count) {
    if (!hold(decision, exchange)) {
      if (pending != null) {
        pending.end(/* status= */ 0);
      }
      return reject(policy, decision, exchange);
    }
    Rejections.disclose(decision, exchange);
    EndOfCallActions actions = decision.endOfCallActions(store, /* before= */ null);
    if (actions == null && count == 0 && !decision.isOpen() && pending == null) {
      return suspendUntilTurn(decision.delayMicros(), exchange, /* admission= */ null);
    }
    InboundTicket ticket = new InboundTicket(exchange, policy, count == 0 ? null : inFlight, log);
    ticket.comparedBy(pending);
    ticket.setEndOfCallActions(actions);
    exchange.expectEnd();
    if (decision.isOpen()) {
      ticket.defer(decision);
    }
    if (decision.isOpen() || ticket.isComparedLater()) {
      exchange.attach(ticket);
    }
    Ticket held = suspendUntilTurn(decision.delayMicros(), exchange, ticket);
    return held == null ? ticket : held;
  }

  /** The same if it is not decided yet, and the call's thread cannot wait until it is. */
  private Ticket enterLater(
      ActivePolicy policy, Decision decision, InboundExchange exchange, int count) {
    InboundTicket ticket = new InboundTicket(exchange, policy, count == 0 ? null : inFlight, log);
    PendingDecision.Arrival arrival = new PendingDecision.Arrival(policy.comparison(), count);
    resumeWhenDecided(new PendingDecision(decision, /* before= */ null, arrival), ticket, exchange);
    return new SuspendedTicket(exchange, ticket);
  }

  /** Lets a call come again when it is decided what becomes of it. */
  private void resumeWhenDecided(
      PendingDecision awaited, InboundTicket ticket, InboundExchange exchange) {
    CompletableFuture<@Nullable Void> decided = new CompletableFuture<>();
    Decision decision = awaited.decision();
    try {
      exchange.suspendUntil(decided);
      if (awaited.arrival() != null) {
        exchange.expectEnd();
        exchange.attach(ticket);
        ticket.close(/* thrown= */ null);
      }
    } catch (Throwable error) {
      // The call goes on unseen, so nobody would come for the decision.
      decision.whenDecided(() -> ticket.decidedUnseen(awaited));
      throw error;
    }
    ticket.await(awaited);
    decision.whenDecided(
        () -> {
          ticket.decided();
          decided.complete(null);
        });
  }

  /** Lets a call come again at its turn, if it has to wait and that is how it does so. */
  private static @Nullable Ticket suspendUntilTurn(
      long delayMicros, InboundExchange exchange, @Nullable InboundTicket ticket) {
    if (delayMicros <= 0 || exchange.mayBlock()) {
      return null;
    }
    exchange.suspendFor(delayMicros);
    if (ticket != null) {
      ticket.close(/* thrown= */ null);
    }
    return new SuspendedTicket(exchange, ticket);
  }

  /** Judges a call that has come further by the rules that had to wait for that. */
  public @Nullable Ticket resume(InboundTicket ticket, InboundExchange exchange) {
    PendingDecision awaited = ticket.takePending();
    if (awaited != null) {
      return resume(awaited, ticket, exchange);
    }
    Decision decision = ticket.takeDeferred();
    if (decision == null) {
      ticket.compare(exchange, /* inForce= */ null);
      return null;
    }
    // Taken first: if the call ends while it is being turned away, nothing is given back twice.
    PendingDecision next =
        new PendingDecision(decision, ticket.takeEndOfCallActions(), /* arrival= */ null);
    try {
      ticket.policy().engine().resume(decision, exchange);
    } catch (Throwable error) {
      ticket.setEndOfCallActions(next.before());
      throw error;
    }
    if (decision.isPending()) {
      resumeWhenDecided(next, ticket, exchange);
      return new SuspendedTicket(exchange, /* admission= */ null);
    }
    return resume(next, ticket, exchange);
  }

  /** Does with a call what was decided, here or since it was here last. */
  private @Nullable Ticket resume(
      PendingDecision decided, InboundTicket ticket, InboundExchange exchange) {
    Decision decision = decided.decision();
    EndOfCallActions actions = decided.before();
    try {
      signals.decided(decision);
      compare(decided, ticket, exchange);
      if (decision.isRejected() || !hold(decision, exchange)) {
        actions = null;
        return reject(decided, ticket, exchange);
      }
      actions = owedAfter(decided, exchange);
    } finally {
      ticket.setEndOfCallActions(actions);
    }
    long delay = decision.delayMicros();
    boolean open = decision.isOpen();
    if (open) {
      ticket.defer(decision);
    } else if (decided.arrival() != null && !ticket.isComparedLater()) {
      exchange.detach();
    }
    Ticket held = suspendUntilTurn(delay, exchange, /* admission= */ null);
    if (!open) {
      countAdmitted(ticket.policy(), decision);
    }
    return held;
  }

  private void compare(PendingDecision decided, InboundTicket ticket, InboundExchange exchange) {
    PendingDecision.Arrival arrival = decided.arrival();
    if (arrival == null) {
      ticket.compare(exchange, decided.decision());
    } else {
      ticket.comparedBy(
          compare(arrival.comparison(), exchange, decided.decision(), arrival.count()));
    }
  }

  private Ticket reject(PendingDecision decided, InboundTicket ticket, InboundExchange exchange) {
    if (decided.arrival() != null) {
      // Nobody has to hear of it again, as if it had been turned away at once.
      exchange.detach();
      ticket.run();
    }
    return reject(ticket.policy(), decided.decision(), exchange);
  }

  /** What is owed at the end of a call that may go on, with what was owed before. */
  private @Nullable EndOfCallActions owedAfter(PendingDecision decided, InboundExchange exchange) {
    Decision decision = decided.decision();
    try {
      if (decided.arrival() == null) {
        Rejections.discloseAgain(decision, exchange);
      } else {
        Rejections.disclose(decision, exchange);
      }
      return decision.endOfCallActions(store, decided.before());
    } catch (Throwable error) {
      // As above: nobody would give back later what it has been charged now.
      decision.refund(store);
      throw error;
    }
  }

  private Ticket reject(ActivePolicy policy, Decision decision, InboundExchange exchange) {
    RejectionResponse refusal = Rejections.refusal(decision, exchange);
    exchange.reject(refusal);
    try {
      policy.counts().refused(decision, refusal);
    } catch (Throwable error) {
      // The answer is on its way, so the call must not go on.
      log.repeated(AgentLog.SUPPRESSED + "counts", "cannot count a call", error);
    }
    return new RejectedTicket(exchange);
  }

  private void countAdmitted(ActivePolicy policy, Decision decision) {
    try {
      policy.counts().admitted(decision);
    } catch (Throwable error) {
      log.repeated(AgentLog.SUPPRESSED + "counts", "cannot count a call", error);
    }
  }

  /**
   * Lets an admitted call wait for its turn, if its thread can do that; false if it has left before
   * that.
   */
  private boolean hold(Decision decision, InboundExchange exchange) {
    boolean itsTurn = decision.delayMicros() <= 0 || awaitTurn(decision, exchange.mayBlock());
    if (!itsTurn) {
      decision.cancel(store);
    }
    return itsTurn;
  }

  /** False if the thread of the request is interrupted before its turn. */
  private boolean awaitTurn(Decision decision, boolean mayBlock) {
    long micros = decision.delayMicros();
    Signals.Waiting waiting = signals.beginWait();
    boolean itsTurn = !mayBlock || TurnWait.await(micros);
    if (waiting != null) {
      String rule = decision.rule(decision.slowest()).name();
      signals.endWait(waiting, Direction.INBOUND, rule, /* host= */ null, micros);
    }
    return itsTurn;
  }
}
