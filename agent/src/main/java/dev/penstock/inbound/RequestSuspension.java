package dev.penstock.inbound;

import dev.penstock.engine.Decision;
import dev.penstock.http.InboundExchange;
import dev.penstock.thread.Completion;
import org.jspecify.annotations.Nullable;

/** Suspends requests whose threads must not block, and brings them back to the same hook. */
final class RequestSuspension {
  private RequestSuspension() {}

  /** Brings a request back when its store has replied. */
  static void untilDecided(
      PendingDecision pending, InboundTicket ticket, InboundExchange exchange) {
    Completion<Decision> decided = new Completion<>();
    Decision decision = pending.decision();
    try {
      exchange.suspendUntil(decided::whenComplete);
      if (pending.isFirst()) {
        exchange.expectEnd();
        exchange.attach(ticket);
        ticket.close(/* thrown= */ null);
      }
    } catch (Throwable error) {
      // The request continues without a limit, so it will not come back for the decision.
      decision.whenDecided(() -> ticket.settleUnseen(pending));
      throw error;
    }
    ticket.await(pending);
    decision.whenDecided(
        () -> {
          ticket.decided();
          decided.complete(decision);
        });
  }

  /**
   * Brings an admitted request back at its turn, if it has to wait and its thread must not block.
   *
   * @param ticket is notified of the end of the request; null if that is not necessary, or if it is
   *     registered already
   * @return null if the request continues now
   */
  static @Nullable SuspendedTicket untilTurn(
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
}
