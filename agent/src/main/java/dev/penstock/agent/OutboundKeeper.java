package dev.penstock.agent;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.call.Departure;
import dev.penstock.instrument.Again;
import dev.penstock.instrument.ClientPlaces;
import dev.penstock.instrument.Outgoing;
import dev.penstock.pace.PacedCall;
import dev.penstock.pace.Pacer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What happens to a call that goes out, from its client to its refusal or its way on. */
final class OutboundKeeper {
  private final ClientPlaces places;
  private final Pacer pacer;

  OutboundKeeper(ClientPlaces places, Pacer pacer) {
    this.places = places;
    this.pacer = pacer;
  }

  @Nullable Ticket depart(String place, Object owner, Object call) {
    if (pacer.isIdle() || !(call instanceof Object[] arguments)) {
      return null;
    }
    Outgoing outgoing = places.outgoing(place, owner, arguments);
    if (outgoing == null || Again.isPassing(outgoing.subject()) || Nesting.contains(outgoing)) {
      return null;
    }
    Departure before = outgoing.departed();
    if (before != null) {
      return new Gone(outgoing, before, arguments);
    }
    PacedCall departure = pacer.depart(outgoing, outgoing.isRetry());
    return departure == null ? null : ticket(outgoing, departure, arguments);
  }

  private static Ticket ticket(Outgoing outgoing, PacedCall departure, Object[] arguments) {
    try {
      if (!departure.isDecided() && outgoing.mayBlock()) {
        outgoing.waits(departure);
        departure.await();
      }
      IOException refusal = departure.refusal();
      if (refusal != null) {
        return Answering.with(outgoing.refuse(refusal));
      }
      return departure.isDecided()
          ? new Gone(outgoing, departure, arguments)
          : Answering.with(outgoing.hold(departure));
    } catch (IOException thrown) {
      return Answering.withThrown(thrown);
    } catch (Throwable error) {
      // The call goes on unseen, so nobody would give back later what it has reserved.
      departure.giveUp();
      departure.over();
      throw error;
    }
  }
}
