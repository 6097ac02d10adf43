package dev.penstock.inbound;

import dev.penstock.engine.Decision;
import dev.penstock.engine.Rejections;
import dev.penstock.http.InboundExchange;
import dev.penstock.http.RejectionResponse;

/** Writes the response of a rejected request and counts the rejection. */
final class RejectionWriter {
  private final RequestCounts counts;

  RejectionWriter(RequestCounts counts) {
    this.counts = counts;
  }

  RejectedTicket reject(ActivePolicy policy, InboundExchange exchange, Decision decision) {
    RejectionResponse response = Rejections.response(decision, exchange);
    exchange.reject(response);
    counts.rejected(policy, decision, response);
    return new RejectedTicket(exchange);
  }
}
