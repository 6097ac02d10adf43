package dev.penstock.outbound;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.http.OutboundCall;
import dev.penstock.http.OutboundPermit;
import dev.penstock.http.Reentry;
import dev.penstock.log.AgentLog;
import dev.penstock.telemetry.SignalPublisher;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Takes an outbound call from its client to its rejection or to the end of its response. */
public final class OutboundHandler {
  private final Pacer pacer;
  private final AgentLog log;
  private volatile @Nullable CallComparison comparison;
  private OutboundSignals signals = new OutboundSignals(SignalPublisher.SILENT);

  public OutboundHandler(Pacer pacer, AgentLog log) {
    this.pacer = pacer;
    this.log = log;
  }

  /** Sets the publisher for waits and rejections; to be called before the first call. */
  public void publishTo(SignalPublisher publisher) {
    signals = new OutboundSignals(publisher);
  }

  /** Sets the comparison for all later calls; null to compare nothing. */
  public void compareBy(@Nullable CallComparison newComparison) {
    comparison = newComparison;
  }

  /**
   * Handles a call at the start of the client's method.
   *
   * <ol>
   *   <li>Skips a call that this agent starts again, or that a client makes on behalf of another.
   *   <li>Reserves the turns of the call, and shows the call to the candidate rules.
   *   <li>Waits on the thread of the call if the thread may block.
   *   <li>Rejects, suspends or sends the call. {@link OutboundTicket} handles the response.
   * </ol>
   *
   * @param arguments the arguments of the client's method
   * @return null if the call continues and Penstock needs no notice of its end
   */
  public @Nullable Ticket handle(OutboundCall call, Object[] arguments) {
    if (Reentry.isPassing(call.subject()) || NestedCalls.contains(call)) {
      return null;
    }
    OutboundPermit earlier = call.earlierPermit();
    if (earlier != null) {
      return new OutboundTicket(call, earlier, arguments);
    }
    PacedCall paced = pacer.schedule(call, call.isRetry());
    OutboundPermit shadow = comparison == null ? null : compare(call, paced);
    if (paced != null) {
      return proceed(call, paced, arguments);
    }
    return shadow == null ? null : new OutboundTicket(call, shadow, arguments);
  }

  /** Waits on this thread if it may block; then sends, suspends or rejects the call. */
  private Ticket proceed(OutboundCall call, PacedCall paced, Object[] arguments) {
    try {
      if (!paced.isDecided() && call.mayBlock()) {
        call.beforeWait(paced);
        signals.await(paced);
      }
      IOException cancellation = call.cancellation();
      if (cancellation != null) {
        paced.close();
        return SubstituteResultTicket.throwing(cancellation);
      }
      return switch (paced.state()) {
        case WAITING -> SubstituteResultTicket.returning(call.suspend(signals.observe(paced)));
        case REJECTED -> SubstituteResultTicket.returning(reject(call, paced));
        // The client itself reports the cancellation of a call that its application cancelled.
        case SENT, CANCELLED -> new OutboundTicket(call, paced, arguments);
      };
    } catch (IOException thrown) {
      return SubstituteResultTicket.throwing(thrown);
    } catch (Throwable error) {
      // The gate sends the call without a ticket, so only this line can refund its reservations.
      paced.cancel();
      paced.close();
      throw error;
    }
  }

  private @Nullable Object reject(OutboundCall call, PacedCall paced) throws IOException {
    IOException why = Objects.requireNonNull(paced.rejection());
    signals.rejected(why);
    return call.reject(why);
  }

  /** Shows the call to the candidate rules; an error there does not affect the call. */
  private @Nullable OutboundPermit compare(OutboundCall call, @Nullable PacedCall paced) {
    CallComparison current = comparison;
    try {
      return current == null ? null : current.start(call, call.isRetry(), paced);
    } catch (Throwable error) {
      log.repeated(AgentLog.SUPPRESSED + "shadow", "cannot compare an outbound call", error);
      return null;
    }
  }
}
