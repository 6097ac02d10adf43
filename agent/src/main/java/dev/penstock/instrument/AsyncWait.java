package dev.penstock.instrument;

import dev.penstock.http.OutboundPermit;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** The wait of an asynchronous call: it starts, is refused or is called off, but only one of it. */
public final class AsyncWait {
  private final OutboundPermit permit;
  private final AtomicBoolean ended = new AtomicBoolean();

  public AsyncWait(OutboundPermit permit) {
    this.permit = permit;
  }

  public OutboundPermit departure() {
    return permit;
  }

  /** Runs one of these at its end, unless it was called off before. */
  public void until(Runnable start, Consumer<IOException> refused) {
    permit.whenDecided(
        () -> {
          if (ended.compareAndSet(false, true)) {
            start.run();
          } else {
            permit.close();
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
    permit.cancel();
    return ended.compareAndSet(false, true);
  }
}
