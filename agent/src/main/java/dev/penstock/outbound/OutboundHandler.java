package dev.penstock.outbound;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.http.OutboundCall;
import dev.penstock.http.OutboundPermit;
import dev.penstock.http.Reentry;
import dev.penstock.instrument.ClientPlaces;
import dev.penstock.log.AgentLog;
import dev.penstock.shadow.OutboundComparison;
import dev.penstock.telemetry.SignalPublisher;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What happens to a call that goes out, from its client to its refusal or its way on. */
public final class OutboundHandler {
  private final ClientPlaces places;
  private final Pacer pacer;
  private final AgentLog log;
  private volatile @Nullable OutboundComparison comparison;
  private SignalPublisher signals = SignalPublisher.SILENT;

  public OutboundHandler(ClientPlaces places, Pacer pacer, AgentLog log) {
    this.places = places;
    this.pacer = pacer;
    this.log = log;
  }

  /** Tells of what happens, from the beginning on. */
  public void tell(SignalPublisher newSignals) {
    signals = newSignals;
  }

  /** From the next call on, compares by this; null to compare nothing. */
  public void compareBy(@Nullable OutboundComparison newComparison) {
    comparison = newComparison;
  }

  /** True if calls are nobody's concern. */
  public boolean isIdle() {
    return pacer.isIdle() && comparison == null;
  }

  public @Nullable Ticket depart(String place, Object owner, Object call) {
    if (isIdle() || !(call instanceof Object[] arguments)) {
      return null;
    }
    OutboundCall outgoing = places.outgoing(place, owner, arguments);
    if (outgoing == null || Reentry.isPassing(outgoing.subject()) || NestedCalls.contains(outgoing)) {
      return null;
    }
    OutboundPermit before = outgoing.departed();
    if (before != null) {
      return new OutboundTicket(outgoing, before, arguments);
    }
    PacedCall departure = pacer.depart(outgoing, outgoing.isRetry());
    OutboundPermit copied = copied(outgoing, departure);
    if (departure != null) {
      return ticket(outgoing, departure, arguments);
    }
    return copied == null ? null : new OutboundTicket(outgoing, copied, arguments);
  }

  /** Lets the candidate see the call; whatever fails there, the call itself goes its way. */
  private @Nullable OutboundPermit copied(OutboundCall outgoing, @Nullable PacedCall departure) {
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

  private Ticket ticket(OutboundCall outgoing, PacedCall departure, Object[] arguments) {
    try {
      if (!departure.isDecided() && outgoing.mayBlock()) {
        outgoing.waits(departure);
        signals.await(departure);
      }
      IOException calledOff = outgoing.calledOff();
      if (calledOff != null) {
        departure.over();
        return SubstituteResultTicket.withThrown(calledOff);
      }
      IOException refusal = departure.refusal();
      if (refusal != null) {
        signals.refused(refusal);
        return SubstituteResultTicket.with(outgoing.refuse(refusal));
      }
      return departure.isDecided()
          ? new OutboundTicket(outgoing, departure, arguments)
          : SubstituteResultTicket.with(outgoing.hold(signals.following(departure)));
    } catch (IOException thrown) {
      return SubstituteResultTicket.withThrown(thrown);
    } catch (Throwable error) {
      // The call goes on unseen, so nobody would give back later what it has reserved.
      departure.giveUp();
      departure.over();
      throw error;
    }
  }
}
