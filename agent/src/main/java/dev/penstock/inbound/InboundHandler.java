package dev.penstock.inbound;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.engine.Decision;
import dev.penstock.engine.EndOfCallActions;
import dev.penstock.engine.Rejections;
import dev.penstock.http.InboundExchange;
import dev.penstock.log.AgentLog;
import dev.penstock.shadow.PendingComparison;
import dev.penstock.store.Store;
import dev.penstock.telemetry.SignalPublisher;
import org.jspecify.annotations.Nullable;

/** Takes an inbound request from its first hook to the end of its response. */
public final class InboundHandler {
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
    return policy.countsInFlight()
        ? decideCounted(policy, exchange)
        : decide(policy, exchange, /* inFlight= */ 0);
  }

  private @Nullable Ticket decideCounted(ActivePolicy policy, InboundExchange exchange) {
    Ticket ticket = null;
    int inFlight = inFlightCounter.arrive();
    try {
      ticket = decide(policy, exchange, inFlight);
      return ticket;
    } finally {
      if (!isNotifiedOfEnd(ticket)) {
        inFlightCounter.leave();
      }
    }
  }

  /**
   * @param inFlight how many requests are in flight, including this one; 0 if they are not counted
   */
  private @Nullable Ticket decide(ActivePolicy policy, InboundExchange exchange, int inFlight) {
    Decision decision = policy.engine().decide(exchange, inFlight);
    return switch (decision.outcome()) {
      case PENDING -> suspend(policy, exchange, decision, inFlight);
      case REJECTED -> {
        observe(policy, exchange, decision, inFlight);
        yield rejections.reject(policy, exchange, decision);
      }
      case ADMITTED -> admit(policy, exchange, decision, inFlight);
    };
  }

  private Ticket suspend(
      ActivePolicy policy, InboundExchange exchange, Decision decision, int inFlight) {
    InboundTicket ticket = createTicket(policy, exchange, inFlight);
    RequestSuspension.untilDecided(PendingDecision.first(decision, inFlight), ticket, exchange);
    return new SuspendedTicket(exchange, ticket);
  }

  private @Nullable Ticket admit(
      ActivePolicy policy, InboundExchange exchange, Decision decision, int inFlight) {
    PendingComparison comparison = observe(policy, exchange, decision, inFlight);
    // Read now: an open decision continues with the request, possibly on another thread.
    boolean isOpen = decision.isOpen();
    boolean isItsTurn;
    Ticket ticket;
    try {
      isItsTurn = turns.await(decision, exchange);
      ticket = isItsTurn ? admittedTicket(policy, exchange, decision, comparison, inFlight) : null;
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

  /** Publishes a first decision, and compares it with the decision of the candidate. */
  private @Nullable PendingComparison observe(
      ActivePolicy policy, InboundExchange exchange, Decision decision, int inFlight) {
    signals.decided(decision);
    return candidate.start(policy.comparison(), exchange, decision, inFlight);
  }

  /** Adds header fields, and creates a ticket if there is something left to do; null if not. */
  private @Nullable Ticket admittedTicket(
      ActivePolicy policy,
      InboundExchange exchange,
      Decision decision,
      @Nullable PendingComparison comparison,
      int inFlight) {
    Rejections.addLimitFields(decision, exchange);
    long delayMicros = decision.delayMicros();
    boolean isOpen = decision.isOpen();
    EndOfCallActions actions = decision.endOfCallActions(store, /* earlier= */ null);
    if (actions == null && inFlight == 0 && !isOpen && comparison == null) {
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
    return new InboundTicket(exchange, policy, inFlight == 0 ? null : inFlightCounter, log);
  }

  private static boolean isNotifiedOfEnd(@Nullable Ticket ticket) {
    return ticket instanceof InboundTicket
        || (ticket instanceof SuspendedTicket suspended && suspended.ticket() != null);
  }
}
