package dev.penstock.outbound;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.OutboundResponse;
import dev.penstock.telemetry.Signals;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The permit of an asynchronous call that waits while a recorder is active. */
final class ObservedCall implements OutboundPermit {
  private final PacedCall call;
  private final OutboundSignals signals;
  private final Signals.@Nullable OpenWait waiting;

  ObservedCall(PacedCall call, OutboundSignals signals, Signals.@Nullable OpenWait waiting) {
    this.call = call;
    this.signals = signals;
    this.waiting = waiting;
  }

  @Override
  public void whenDecided(Runnable start, Consumer<IOException> reject) {
    call.whenDecided(
        () -> {
          signals.endWait(waiting, call);
          start.run();
        },
        why -> {
          signals.endWait(waiting, call);
          signals.rejected(why);
          reject.accept(why);
        });
  }

  @Override
  public void cancel() {
    call.cancel();
  }

  @Override
  public void responded(OutboundResponse response) {
    call.responded(response);
  }

  @Override
  public void close() {
    call.close();
  }
}
