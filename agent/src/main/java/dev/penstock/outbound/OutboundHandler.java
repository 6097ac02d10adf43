package dev.penstock.outbound;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.http.Direction;
import dev.penstock.http.OutboundCall;
import dev.penstock.http.OutboundPermit;
import dev.penstock.http.Reentry;
import dev.penstock.log.AgentLog;
import dev.penstock.telemetry.SignalPublisher;
import dev.penstock.telemetry.Signals;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.jspecify.annotations.Nullable;

/** What happens to a call that goes out, from its client to its refusal or its way on. */
public final class OutboundHandler {
  private final Pacer pacer;
  private final AgentLog log;
  private volatile @Nullable CallComparison comparison;
  private SignalPublisher signals = SignalPublisher.SILENT;

  public OutboundHandler(Pacer pacer, AgentLog log) {
    this.pacer = pacer;
    this.log = log;
  }

  /** Tells of what happens, from the beginning on. */
  public void tell(SignalPublisher newSignals) {
    signals = newSignals;
  }

  /** From the next call on, compares by this; null to compare nothing. */
  public void compareBy(@Nullable CallComparison newComparison) {
    comparison = newComparison;
  }

  /** True if calls are nobody's concern. */
  public boolean isIdle() {
    return pacer.isIdle() && comparison == null;
  }

  /**
   * Takes a call from the method of its client to the start of that method.
   *
   * @param arguments of the method
   * @return null if the call continues and its end does not matter
   */
  public @Nullable Ticket depart(OutboundCall outgoing, Object[] arguments) {
    if (Reentry.isPassing(outgoing.subject()) || NestedCalls.contains(outgoing)) {
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
    CallComparison comparing = comparison;
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
        await(departure);
      }
      IOException calledOff = outgoing.calledOff();
      if (calledOff != null) {
        departure.over();
        return SubstituteResultTicket.withThrown(calledOff);
      }
      IOException refusal = departure.refusal();
      if (refusal != null) {
        signals.rejected(() -> RejectionRecord.of(refusal));
        return SubstituteResultTicket.with(outgoing.refuse(refusal));
      }
      return departure.isDecided()
          ? new OutboundTicket(outgoing, departure, arguments)
          : SubstituteResultTicket.with(outgoing.hold(observed(departure)));
    } catch (IOException thrown) {
      return SubstituteResultTicket.withThrown(thrown);
    } catch (Throwable error) {
      // The call goes on unseen, so nobody would give back later what it has reserved.
      departure.giveUp();
      departure.over();
      throw error;
    }
  }

  /** Waits on the thread of the call. */
  private void await(PacedCall departure) throws InterruptedIOException {
    Signals.Waiting waiting = signals.beginWait();
    departure.await();
    if (waiting != null) {
      signals.endWait(
          waiting,
          Direction.OUTBOUND,
          departure.heldBy(),
          departure.host(),
          departure.heldMicros());
    }
  }

  /** The permit of a call for which no thread waits; records the wait if there is a recorder. */
  private OutboundPermit observed(PacedCall departure) {
    return signals.isRecording()
        ? new ObservedCall(departure, signals.beginWait(), signals)
        : departure;
  }
}
