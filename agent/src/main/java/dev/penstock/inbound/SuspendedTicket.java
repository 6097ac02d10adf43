package dev.penstock.inbound;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.http.InboundExchange;
import org.jspecify.annotations.Nullable;

/**
 * The ticket of a request that comes back later, because its thread must not block: the
 * instrumented method does not run yet.
 *
 * @param ticket is notified of the end of the request; null if that is not necessary, or if it is
 *     registered already
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
