package dev.penstock.instrument;

import dev.penstock.http.OutboundPermit;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** The wait of an asynchronous call for its turn; the call starts, is rejected or is cancelled. */
public final class AsyncWait {
  private final OutboundPermit permit;
  private final AtomicBoolean ended = new AtomicBoolean();

  public AsyncWait(OutboundPermit permit) {
    this.permit = permit;
  }

  public OutboundPermit permit() {
    return permit;
  }

  /** Runs one of the callbacks when the wait ends, unless the call was cancelled before. */
  public void whenDecided(Runnable start, Consumer<IOException> reject) {
    permit.whenDecided(
        () -> {
          if (ended.compareAndSet(false, true)) {
            start.run();
          } else {
            permit.close();
          }
        },
        reason -> {
          if (ended.compareAndSet(false, true)) {
            reject.accept(reason);
          }
        });
  }

  /**
   * Cancels the call for the application.
   *
   * @return true if the call was still waiting; it will not start then
   */
  public boolean cancel() {
    permit.cancel();
    return ended.compareAndSet(false, true);
  }
}
