package dev.penstock.inbound;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.http.InboundExchange;
import org.jspecify.annotations.Nullable;

/**
 * What a call gets that will come again, because its thread cannot wait: the woven method must not
 * run yet.
 *
 * @param ticket hears of the end of the call; null if nobody has to, or somebody does already
 */
public record SuspendedTicket(InboundExchange exchange, @Nullable InboundTicket ticket)
    implements Ticket {
  @Override
  public boolean skipsMethod() {
    return true;
  }

  @Override
  public @Nullable Object result(@Nullable Object result) {
    return exchange.result(result, /* atEnd= */ ticket);
  }

  @Override
  public void close(@Nullable Throwable thrown) {}
}
