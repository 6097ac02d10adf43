package dev.penstock.outbound;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.http.OutboundCall;
import dev.penstock.http.OutboundPermit;
import org.jspecify.annotations.Nullable;

/** The ticket of a call that was let go: hears of what the woven method answers or throws. */
final class OutboundTicket implements Ticket {
  private final OutboundCall outgoing;
  private final OutboundPermit departure;
  private final Object[] arguments;
  private final @Nullable String around;

  OutboundTicket(OutboundCall outgoing, OutboundPermit departure, Object[] came) {
    this.outgoing = outgoing;
    this.departure = departure;
    arguments = outgoing.arguments(came, departure);
    around = NestedCalls.enter(outgoing);
  }

  @Override
  public boolean refused() {
    return false;
  }

  @Override
  public Object handedOn() {
    return arguments;
  }

  @Override
  public @Nullable Object result(@Nullable Object result) {
    try {
      return outgoing.went(result, departure);
    } catch (Throwable error) {
      departure.over();
      throw error;
    }
  }

  @Override
  public void close(@Nullable Throwable thrown) {
    NestedCalls.leaveTo(around);
    if (thrown != null) {
      outgoing.failed(thrown, departure);
    }
  }
}
