package dev.penstock.agent;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.call.Departure;
import dev.penstock.instrument.Outgoing;
import org.jspecify.annotations.Nullable;

/** The ticket of a call that was let go: hears of what the woven method answers or throws. */
final class Gone implements Ticket {
  private final Outgoing outgoing;
  private final Departure departure;
  private final Object[] arguments;
  private final @Nullable String around;

  Gone(Outgoing outgoing, Departure departure, Object[] came) {
    this.outgoing = outgoing;
    this.departure = departure;
    arguments = outgoing.arguments(came, departure);
    around = Nesting.enter(outgoing);
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
    Nesting.leaveTo(around);
    if (thrown != null) {
      outgoing.failed(thrown, departure);
    }
  }
}
