package dev.penstock.inbound;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.engine.Decision;
import dev.penstock.engine.EndOfCallActions;
import dev.penstock.engine.RateLimitFields;
import dev.penstock.http.InboundExchange;
import dev.penstock.store.Store;
import dev.penstock.telemetry.SignalPublisher;
import org.jspecify.annotations.Nullable;

/**
 * Handles requests that have a ticket already: at later hooks, which know the user or the route,
 * and after the store has replied to a suspended request.
 */
final class ResumedRequests {
  private final Store store;
  private final SignalPublisher signals;
  private final TurnWait turns;
  private final CandidateComparison candidate;
  private final RequestCounts counts;
  private final RejectionWriter rejections;

  ResumedRequests(
      Store store,
      SignalPublisher signals,
      TurnWait turns,
      CandidateComparison candidate,
      RequestCounts counts,
      RejectionWriter rejections) {
    this.store = store;
    this.signals = signals;
    this.turns = turns;
    this.candidate = candidate;
    this.counts = counts;
    this.rejections = rejections;
  }

  @Nullable Ticket resume(InboundTicket ticket, InboundExchange exchange) {
    PendingDecision decided = ticket.takeDecided();
    if (decided != null) {
      return apply(decided, ticket, exchange);
    }
    Decision deferred = ticket.takeDeferred();
    if (deferred != null) {
      return decideDeferred(deferred, ticket, exchange);
    }
    ticket.compare(exchange, /* inForce= */ null);
    return null;
  }

  private @Nullable Ticket decideDeferred(
      Decision decision, InboundTicket ticket, InboundExchange exchange) {
    // Taken first: if the request ends while it is being rejected, nothing is refunded twice.
    PendingDecision pending = PendingDecision.deferred(decision, ticket.takeEndOfCallActions());
    try {
      ticket.policy().engine().resume(decision, exchange);
    } catch (Throwable error) {
      ticket.setEndOfCallActions(pending.earlier());
      throw error;
    }
    if (decision.isPending()) {
      RequestSuspension.untilDecided(pending, ticket, exchange);
      return new SuspendedTicket(exchange, /* ticket= */ null);
    }
    return apply(pending, ticket, exchange);
  }

  private @Nullable Ticket apply(
      PendingDecision decided, InboundTicket ticket, InboundExchange exchange) {
    Decision decision = decided.decision();
    EndOfCallActions actions = decided.earlier();
    try {
      signals.decided(decision);
      compare(decided, ticket, exchange);
      if (decision.isRejected() || !turns.await(decision, exchange)) {
        actions = null;
        return reject(decided, ticket, exchange);
      }
      actions = endOfCallActions(decided, exchange);
    } finally {
      ticket.setEndOfCallActions(actions);
    }
    return admit(decided, ticket, exchange);
  }

  private void compare(PendingDecision decided, InboundTicket ticket, InboundExchange exchange) {
    Decision decision = decided.decision();
    if (decided.isFirst()) {
      ticket.comparedBy(
          candidate.start(ticket.policy().comparison(), exchange, decision, decided.inFlight()));
    } else {
      ticket.compare(exchange, decision);
    }
  }

  private Ticket reject(PendingDecision decided, InboundTicket ticket, InboundExchange exchange) {
    if (decided.isFirst()) {
      // Ends here, as if it had been rejected without being suspended.
      exchange.detach();
      ticket.run();
    }
    return rejections.reject(ticket.policy(), exchange, decided.decision());
  }

  /** Adds header fields; returns what to do at the end of the request, with earlier actions. */
  private @Nullable EndOfCallActions endOfCallActions(
      PendingDecision decided, InboundExchange exchange) {
    Decision decision = decided.decision();
    try {
      if (decided.isFirst()) {
        RateLimitFields.write(decision, exchange::addHeader);
      } else {
        RateLimitFields.write(decision, exchange::replaceHeader);
      }
      return decision.endOfCallActions(store, decided.earlier());
    } catch (Throwable error) {
      // The request continues, and nothing would refund the new charges later.
      decision.refund(store);
      throw error;
    }
  }

  private @Nullable Ticket admit(
      PendingDecision decided, InboundTicket ticket, InboundExchange exchange) {
    Decision decision = decided.decision();
    // Read now: an open decision continues with the request, possibly on another thread.
    long delayMicros = decision.delayMicros();
    boolean isOpen = decision.isOpen();
    if (isOpen) {
      ticket.defer(decision);
    } else if (decided.isFirst() && !ticket.isComparedLater()) {
      exchange.detach();
    }
    Ticket suspended = RequestSuspension.untilTurn(delayMicros, exchange, /* ticket= */ null);
    if (!isOpen) {
      counts.admitted(ticket.policy(), decision);
    }
    return suspended;
  }
}
