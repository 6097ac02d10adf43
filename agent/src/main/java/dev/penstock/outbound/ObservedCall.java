package dev.penstock.outbound;

import dev.penstock.http.Direction;
import dev.penstock.http.OutboundPermit;
import dev.penstock.http.OutboundResponse;
import dev.penstock.telemetry.SignalPublisher;
import dev.penstock.telemetry.Signals;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The permit of a call for which no thread waits, while a recorder is active. */
final class ObservedCall implements OutboundPermit {
  private final PacedCall permit;
  private final Signals.@Nullable Waiting waiting;
  private final SignalPublisher signals;

  ObservedCall(PacedCall permit, Signals.@Nullable Waiting waiting, SignalPublisher signals) {
    this.permit = permit;
    this.waiting = waiting;
    this.signals = signals;
  }

  @Override
  public void whenDecided(Runnable start, Consumer<IOException> refused) {
    permit.whenDecided(
        () -> {
          endWait();
          start.run();
        },
        why -> {
          endWait();
          signals.rejected(() -> RejectionRecord.of(why));
          refused.accept(why);
        });
  }

  private void endWait() {
    if (waiting != null) {
      signals.endWait(
          waiting, Direction.OUTBOUND, permit.heldBy(), permit.host(), permit.heldMicros());
    }
  }

  @Override
  public void cancel() {
    permit.cancel();
  }

  @Override
  public void responded(OutboundResponse answer) {
    permit.responded(answer);
  }

  @Override
  public void close() {
    permit.close();
  }
}
