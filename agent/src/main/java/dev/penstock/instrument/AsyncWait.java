package dev.penstock.instrument;

import dev.penstock.http.OutboundPermit;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** The wait of an asynchronous call: it starts, is refused or is called off, but only one of it. */
public final class AsyncWait {
  private final OutboundPermit departure;
  private final AtomicBoolean ended = new AtomicBoolean();

  public AsyncWait(OutboundPermit departure) {
    this.departure = departure;
  }

  public OutboundPermit departure() {
    return departure;
  }

  /** Runs one of these at its end, unless it was called off before. */
  public void until(Runnable start, Consumer<IOException> refused) {
    departure.whenDecided(
        () -> {
          if (ended.compareAndSet(false, true)) {
            start.run();
          } else {
            departure.over();
          }
        },
        why -> {
          if (ended.compareAndSet(false, true)) {
            refused.accept(why);
          }
        });
  }

  /**
   * The application has called it off.
   *
   * @return true if it was still waiting; the call will not start then
   */
  public boolean callOff() {
    departure.giveUp();
    return ended.compareAndSet(false, true);
  }
}
