package dev.penstock.inbound;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.http.InboundExchange;
import org.jspecify.annotations.Nullable;

/** The ticket of a rejected request: its response is written, and the method does not run. */
public record RejectedTicket(InboundExchange exchange) implements Ticket {
  @Override
  public boolean skipsMethod() {
    return true;
  }

  @Override
  public @Nullable Object result(@Nullable Object result) {
    return exchange.result(result, /* atEnd= */ null);
  }

  @Override
  public void close(@Nullable Throwable thrown) {}
}
