package dev.penstock.outbound;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.http.OutboundCall;
import dev.penstock.http.OutboundPermit;
import org.jspecify.annotations.Nullable;

/** The ticket of a call that is sent. It passes the result of the client's method to the call. */
final class OutboundTicket implements Ticket {
  private final OutboundCall call;
  private final OutboundPermit permit;
  private final Object[] arguments;
  private final @Nullable String outerCall;

  OutboundTicket(OutboundCall call, OutboundPermit permit, Object[] original) {
    this.call = call;
    this.permit = permit;
    arguments = call.arguments(original, permit);
    outerCall = NestedCalls.enter(call.toString());
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
    NestedCalls.restore(outerCall);
    if (thrown != null) {
      call.failed(thrown, permit);
    }
  }
}
