package dev.penstock.outbound;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.http.OutboundCall;
import dev.penstock.http.OutboundPermit;
import org.jspecify.annotations.Nullable;

/** The ticket of a call that was let go: hears of what the woven method answers or throws. */
final class OutboundTicket implements Ticket {
  private final OutboundCall call;
  private final OutboundPermit permit;
  private final Object[] arguments;
  private final @Nullable String around;

  OutboundTicket(OutboundCall call, OutboundPermit permit, Object[] original) {
    this.call = call;
    this.permit = permit;
    arguments = call.arguments(original, permit);
    around = NestedCalls.enter(call);
  }

  @Override
  public boolean skipsMethod() {
    return false;
  }

  @Override
  public Object replacement() {
    return arguments;
  }

  @Override
  public @Nullable Object result(@Nullable Object result) {
    try {
      return call.returned(result, permit);
    } catch (Throwable error) {
      permit.close();
      throw error;
    }
  }

  @Override
  public void close(@Nullable Throwable thrown) {
    NestedCalls.leaveTo(around);
    if (thrown != null) {
      call.failed(thrown, permit);
    }
  }
}
