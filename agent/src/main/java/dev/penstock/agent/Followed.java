package dev.penstock.agent;

import dev.penstock.call.Answered;
import dev.penstock.call.Departure;
import dev.penstock.pace.PacedCall;
import dev.penstock.telemetry.Signals;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A call on its way out that no thread waits for, while somebody records what becomes of it. */
final class Followed implements Departure {
  private final PacedCall departure;
  private final Signals.@Nullable Waiting waiting;
  private final SignalBox signals;

  Followed(PacedCall departure, Signals.@Nullable Waiting waiting, SignalBox signals) {
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
  public void answered(Answered answer) {
    departure.answered(answer);
  }

  @Override
  public void over() {
    departure.over();
  }
}
