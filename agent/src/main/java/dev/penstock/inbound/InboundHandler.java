package dev.penstock.inbound;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.engine.Decision;
import dev.penstock.engine.EndOfCallActions;
import dev.penstock.engine.RateLimitFields;
import dev.penstock.http.InboundExchange;
import dev.penstock.log.AgentLog;
import dev.penstock.shadow.PendingComparison;
import dev.penstock.store.Store;
import dev.penstock.telemetry.SignalPublisher;
import org.jspecify.annotations.Nullable;

/** Takes an inbound request from its first hook to the end of its response. */
public final class InboundHandler {
  private static final int NOT_COUNTED = 0;

  private final Store store;
  private final SignalPublisher signals;
  private final AgentLog log;
  private final TurnWait turns;
  private final CandidateComparison candidate;
  private final RequestCounts counts;
  private final RejectionWriter rejections;
  private final ResumedRequests resumed;
  private final InFlightCounter inFlightCounter = new InFlightCounter();

  public InboundHandler(Store store, SignalPublisher signals, AgentLog log) {
    this.store = store;
    this.signals = signals;
    this.log = log;
    turns = new TurnWait(store, signals);
    candidate = new CandidateComparison(log);
    counts = new RequestCounts(log);
    rejections = new RejectionWriter(counts);
    resumed = new ResumedRequests(store, signals, turns, candidate, counts, rejections);
  }

  /** Handles a request at a hook; null if it continues and Penstock is done with it here. */
  public @Nullable Ticket handle(ActivePolicy policy, InboundExchange exchange) {
    if (exchange.resumesLater()) {
      return new SuspendedTicket(exchange, /* ticket= */ null);
    }
    if (exchange.attachment() instanceof InboundTicket ticket) {
      return resumed.resume(ticket, exchange);
    }
    int inFlight = policy.countsInFlight() ? inFlightCounter.arrive() : NOT_COUNTED;
    Ticket ticket = null;
    try {
      Decision decision = policy.engine().decide(exchange, inFlight);
      ticket =
          switch (decision.outcome()) {
            case PENDING -> suspend(policy, exchange, decision, inFlight);
            case REJECTED -> reject(policy, exchange, decision, inFlight);
            case ADMITTED -> admit(policy, exchange, decision, inFlight);
          };
      return ticket;
    } finally {
      if (inFlight != NOT_COUNTED && !isNotifiedOfEnd(ticket)) {
        inFlightCounter.leave();
      }
    }
  }

  private Ticket suspend(
      ActivePolicy policy, InboundExchange exchange, Decision decision, int inFlight) {
    InboundTicket ticket = createTicket(policy, exchange, inFlight);
    RequestSuspension.untilDecided(PendingDecision.first(decision, inFlight), ticket, exchange);
    return new SuspendedTicket(exchange, ticket);
  }

  private Ticket reject(
      ActivePolicy policy, InboundExchange exchange, Decision decision, int inFlight) {
    signals.decided(decision);
    // The comparison of a rejected request is complete at once.
    candidate.start(policy.comparison(), exchange, decision, inFlight);
    return rejections.reject(policy, exchange, decision);
  }

  private @Nullable Ticket admit(
      ActivePolicy policy, InboundExchange exchange, Decision decision, int inFlight) {
    signals.decided(decision);
    PendingComparison comparison =
        candidate.start(policy.comparison(), exchange, decision, inFlight);
    // Read now: an open decision continues with the request, possibly on another thread.
    boolean isOpen = decision.isOpen();
    boolean isItsTurn;
    Ticket ticket = null;
    try {
      isItsTurn = turns.await(decision, exchange);
      if (isItsTurn) {
        RateLimitFields.write(decision, exchange::addHeader);
        ticket = admittedTicket(policy, exchange, decision, comparison, inFlight);
      }
    } catch (Throwable error) {
      // The request continues without a ticket, so nothing would refund its charges later.
      decision.refund(store);
      CandidateComparison.end(comparison);
      throw error;
    }
    if (!isItsTurn) {
      CandidateComparison.end(comparison);
      return rejections.reject(policy, exchange, decision);
    }
    if (!isOpen) {
      counts.admitted(policy, decision);
    }
    return ticket;
  }

  /** The ticket of an admitted request; null if neither its end nor a later hook needs one. */
  private @Nullable Ticket admittedTicket(
      ActivePolicy policy,
      InboundExchange exchange,
      Decision decision,
      @Nullable PendingComparison comparison,
      int inFlight) {
    EndOfCallActions actions = decision.endOfCallActions(store, /* earlier= */ null);
    long delayMicros = decision.delayMicros();
    boolean isOpen = decision.isOpen();
    if (actions == null && inFlight == NOT_COUNTED && !isOpen && comparison == null) {
      return RequestSuspension.untilTurn(delayMicros, exchange, /* ticket= */ null);
    }
    InboundTicket ticket = createTicket(policy, exchange, inFlight);
    ticket.comparedBy(comparison);
    ticket.setEndOfCallActions(actions);
    exchange.expectEnd();
    if (isOpen) {
      ticket.defer(decision);
    }
    if (isOpen || ticket.isComparedLater()) {
      exchange.attach(ticket);
    }
    Ticket suspended = RequestSuspension.untilTurn(delayMicros, exchange, ticket);
    return suspended == null ? ticket : suspended;
  }

  private InboundTicket createTicket(ActivePolicy policy, InboundExchange exchange, int inFlight) {
    return new InboundTicket(
        exchange, policy, inFlight == NOT_COUNTED ? null : inFlightCounter, log);
  }

  private static boolean isNotifiedOfEnd(@Nullable Ticket ticket) {
    return ticket instanceof InboundTicket
        || (ticket instanceof SuspendedTicket suspended && suspended.ticket() != null);
  }
}
