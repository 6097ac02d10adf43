package testapp;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Lets answers wait until somebody wants them: those whose query says {@code held}. */
public final class Held {
  private static final long LONGEST_SECONDS = 20;
  private static final Semaphore GO = new Semaphore(0);

  private Held() {}

  /** Waits if the query, which may be null, asks for it. */
  public static void untilReleased(String query) {
    if (!"held".equals(query)) {
      return;
    }
    try {
      if (!GO.tryAcquire(LONGEST_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody has let this answer go on");
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets as many answers go on. */
  public static String release(int count) {
    GO.release(count);
    return "released";
  }

  /** Does something on a thread of its own. */
  public static void inBackground(Runnable work) {
    var thread = new Thread(work, "background");
    thread.setDaemon(true);
    thread.start();
  }
}
