package dev.penstock.instrument.server;

import dev.penstock.bootstrap.Gate;
import org.jspecify.annotations.Nullable;

/** The end of a call, which a server may report before or after a callback is registered. */
public final class EndOfCall {
  private boolean ended;
  private @Nullable Runnable callback;

  /** Registers a callback that runs once at the end; returns false if the call has ended. */
  public synchronized boolean onEnd(Runnable newCallback) {
    if (ended) {
      return false;
    }
    callback = newCallback;
    return true;
  }

  /** Ends the call; only the first invocation counts. Suppresses errors of the callback. */
  public void end() {
    Runnable toRun;
    synchronized (this) {
      toRun = ended ? null : callback;
      ended = true;
      callback = null;
    }
    try {
      if (toRun != null) {
        toRun.run();
      }
    } catch (Throwable error) {
      Gate.suppressed(error);
    }
  }
}
