package dev.penstock.outbound;

import dev.penstock.http.Direction;
import dev.penstock.http.OutboundPermit;
import dev.penstock.telemetry.SignalPublisher;
import dev.penstock.telemetry.Signals;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.jspecify.annotations.Nullable;

/** Publishes the waits and rejections of outbound calls to recorders. */
final class OutboundSignals {
  private final SignalPublisher publisher;

  OutboundSignals(SignalPublisher publisher) {
    this.publisher = publisher;
  }

  /** Waits on the calling thread until the call is decided, and records the wait. */
  void await(PacedCall call) throws InterruptedIOException {
    Signals.OpenWait waiting = publisher.beginWait();
    call.await();
    endWait(waiting, call);
  }

  /** Returns the permit for a call that no thread waits for; it records the wait if needed. */
  OutboundPermit observe(PacedCall call) {
    return publisher.isRecording() ? new ObservedCall(call, this, publisher.beginWait()) : call;
  }

  void endWait(Signals.@Nullable OpenWait waiting, PacedCall call) {
    if (waiting != null) {
      CallReservations reservations = call.reservations();
      publisher.endWait(
          waiting,
          Direction.OUTBOUND,
          reservations.slowestRule(),
          reservations.host(),
          call.heldMicros());
    }
  }

  void rejected(IOException rejection) {
    publisher.rejected(() -> RejectionRecord.of(rejection));
  }
}
