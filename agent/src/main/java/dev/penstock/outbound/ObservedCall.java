package dev.penstock.outbound;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.OutboundResponse;
import dev.penstock.telemetry.SignalPublisher;
import dev.penstock.telemetry.Signals;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A call on its way out that no thread waits for, while somebody records what becomes of it. */
public final class ObservedCall implements OutboundPermit {
  private final PacedCall departure;
  private final Signals.@Nullable Waiting waiting;
  private final SignalPublisher signals;

  public ObservedCall(PacedCall departure, Signals.@Nullable Waiting waiting, SignalPublisher signals) {
    this.departure = departure;
    this.waiting = waiting;
    this.signals = signals;
  }

  @Override
  public void whenDecided(Runnable start, Consumer<IOException> refused) {
    departure.whenDecided(
        () -> {
          signals.over(waiting, departure);
          start.run();
        },
        why -> {
          signals.over(waiting, departure);
          signals.refused(why);
          refused.accept(why);
        });
  }

  @Override
  public void giveUp() {
    departure.giveUp();
  }

  @Override
  public void answered(OutboundResponse answer) {
    departure.answered(answer);
  }

  @Override
  public void over() {
    departure.over();
  }
}
