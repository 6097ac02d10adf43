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
  public void publishTo(SignalPublisher newSignals) {
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
  public @Nullable Ticket handle(OutboundCall call, Object[] arguments) {
    if (Reentry.isPassing(call.subject()) || NestedCalls.contains(call)) {
      return null;
    }
    OutboundPermit before = call.earlierPermit();
    if (before != null) {
      return new OutboundTicket(call, before, arguments);
    }
    PacedCall permit = pacer.schedule(call, call.isRetry());
    OutboundPermit copied = copied(call, permit);
    if (permit != null) {
      return ticket(call, permit, arguments);
    }
    return copied == null ? null : new OutboundTicket(call, copied, arguments);
  }

  /** Lets the candidate see the call; whatever fails there, the call itself goes its way. */
  private @Nullable OutboundPermit copied(OutboundCall call, @Nullable PacedCall permit) {
    CallComparison comparing = comparison;
    if (comparing == null) {
      return null;
    }
    try {
      return comparing.depart(call, call.isRetry(), permit);
    } catch (Throwable error) {
      log.repeated(AgentLog.SUPPRESSED + "shadow", "cannot compare an outbound call", error);
      return null;
    }
  }

  private Ticket ticket(OutboundCall call, PacedCall permit, Object[] arguments) {
    try {
      if (!permit.isDecided() && call.mayBlock()) {
        call.beforeWait(permit);
        await(permit);
      }
      IOException calledOff = call.cancellation();
      if (calledOff != null) {
        permit.close();
        return SubstituteResultTicket.withThrown(calledOff);
      }
      IOException refusal = permit.rejection();
      if (refusal != null) {
        signals.rejected(() -> RejectionRecord.of(refusal));
        return SubstituteResultTicket.with(call.reject(refusal));
      }
      return permit.isDecided()
          ? new OutboundTicket(call, permit, arguments)
          : SubstituteResultTicket.with(call.suspend(observed(permit)));
    } catch (IOException thrown) {
      return SubstituteResultTicket.withThrown(thrown);
    } catch (Throwable error) {
      // The call goes on unseen, so nobody would give back later what it has reserved.
      permit.cancel();
      permit.close();
      throw error;
    }
  }

  /** Waits on the thread of the call. */
  private void await(PacedCall permit) throws InterruptedIOException {
    Signals.Waiting waiting = signals.beginWait();
    permit.await();
    if (waiting != null) {
      signals.endWait(
          waiting, Direction.OUTBOUND, permit.heldBy(), permit.host(), permit.heldMicros());
    }
  }

  /** The permit of a call for which no thread waits; records the wait if there is a recorder. */
  private OutboundPermit observed(PacedCall permit) {
    return signals.isRecording() ? new ObservedCall(permit, signals.beginWait(), signals) : permit;
  }
}
