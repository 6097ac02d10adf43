package testapp;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Holds responses to requests with the query {@code held} until the test releases them. */
public final class HeldResponses {
  private static final long LONGEST_SECONDS = 20;
  private static final Semaphore RELEASES = new Semaphore(0);

  private HeldResponses() {}

  /** Waits if the query is {@code held}. */
  public static void untilReleased(String query) {
    if (!"held".equals(query)) {
      return;
    }
    try {
      if (!RELEASES.tryAcquire(LONGEST_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("this response was not released in time");
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  /** Releases this number of responses. */
  public static String release(int count) {
    RELEASES.release(count);
    return "released";
  }

  /** Runs a task on its own thread. */
  public static void inBackground(Runnable work) {
    var thread = new Thread(work, "background");
    thread.setDaemon(true);
    thread.start();
  }
}
