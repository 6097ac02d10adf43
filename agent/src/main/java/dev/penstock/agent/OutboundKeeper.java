package dev.penstock.agent;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.call.Departure;
import dev.penstock.instrument.Again;
import dev.penstock.instrument.ClientPlaces;
import dev.penstock.instrument.Outgoing;
import dev.penstock.log.AgentLog;
import dev.penstock.pace.PacedCall;
import dev.penstock.pace.Pacer;
import dev.penstock.shadow.OutboundComparison;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What happens to a call that goes out, from its client to its refusal or its way on. */
final class OutboundKeeper {
  private final ClientPlaces places;
  private final Pacer pacer;
  private final AgentLog log;
  private volatile @Nullable OutboundComparison comparison;
  private SignalBox signals = SignalBox.SILENT;

  OutboundKeeper(ClientPlaces places, Pacer pacer, AgentLog log) {
    this.places = places;
    this.pacer = pacer;
    this.log = log;
  }

  /** Tells of what happens, from the beginning on. */
  void tell(SignalBox newSignals) {
    signals = newSignals;
  }

  /** From the next call on, compares by this; null to compare nothing. */
  void compareBy(@Nullable OutboundComparison newComparison) {
    comparison = newComparison;
  }

  /** True if calls are nobody's concern. */
  boolean isIdle() {
    return pacer.isIdle() && comparison == null;
  }

  @Nullable Ticket depart(String place, Object owner, Object call) {
    if (isIdle() || !(call instanceof Object[] arguments)) {
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
    Departure copied = copied(outgoing, departure);
    if (departure != null) {
      return ticket(outgoing, departure, arguments);
    }
    return copied == null ? null : new Gone(outgoing, copied, arguments);
  }

  /** Lets the candidate see the call; whatever fails there, the call itself goes its way. */
  private @Nullable Departure copied(Outgoing outgoing, @Nullable PacedCall departure) {
    OutboundComparison comparing = comparison;
    if (comparing == null) {
      return null;
    }
    try {
      return comparing.depart(outgoing, outgoing.isRetry(), departure);
    } catch (Throwable error) {
      log.repeated(AgentLog.SUPPRESSED + "shadow", "cannot compare an outbound call", error);
      return null;
    }
  }

  private Ticket ticket(Outgoing outgoing, PacedCall departure, Object[] arguments) {
    try {
      if (!departure.isDecided() && outgoing.mayBlock()) {
        outgoing.waits(departure);
        signals.await(departure);
      }
      IOException calledOff = outgoing.calledOff();
      if (calledOff != null) {
        departure.over();
        return Answering.withThrown(calledOff);
      }
      IOException refusal = departure.refusal();
      if (refusal != null) {
        signals.refused(refusal);
        return Answering.with(outgoing.refuse(refusal));
      }
      return departure.isDecided()
          ? new Gone(outgoing, departure, arguments)
          : Answering.with(outgoing.hold(signals.following(departure)));
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
