package dev.penstock.inbound;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.http.InboundExchange;
import org.jspecify.annotations.Nullable;

/** What a call that was turned away gets; there is nothing to hear of it again. */
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
