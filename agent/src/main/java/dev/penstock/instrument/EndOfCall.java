package dev.penstock.instrument;

import dev.penstock.bootstrap.Gate;
import org.jspecify.annotations.Nullable;

/** The end of a call, of which the server may tell before or after somebody wants to know. */
public final class EndOfCall {
  private boolean ended;
  private @Nullable Runnable atEnd;

  /** False if it has ended already; else this runs once when it does. */
  public synchronized boolean tellsLater(Runnable whoWantsToKnow) {
    if (ended) {
      return false;
    }
    atEnd = whoWantsToKnow;
    return true;
  }

  /** It has ended; only the first time counts. What fails here stays with us. */
  public void tell() {
    Runnable toRun;
    synchronized (this) {
      toRun = ended ? null : atEnd;
      ended = true;
      atEnd = null;
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
