package dev.penstock.inbound;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.http.InboundExchange;
import org.jspecify.annotations.Nullable;

/**
 * What a call gets that will come again, because its thread cannot wait: the woven method must not
 * run yet.
 *
 * @param admission hears of the end of the call; null if nobody has to, or somebody does already
 */
public record SuspendedTicket(InboundExchange visit, @Nullable InboundTicket admission)
    implements Ticket {
  @Override
  public boolean refused() {
    return true;
  }

  @Override
  public @Nullable Object result(@Nullable Object result) {
    return visit.result(result, /* atEnd= */ admission);
  }

  @Override
  public void close(@Nullable Throwable thrown) {}
}
