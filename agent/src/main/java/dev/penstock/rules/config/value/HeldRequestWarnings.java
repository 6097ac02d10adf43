package dev.penstock.rules.config.value;

import dev.penstock.limit.TokenBucket;
import dev.penstock.rules.Quota;
import dev.penstock.rules.config.text.SettingsMap;

/** Warns of inbound limits that hold more or fewer requests than their author may expect. */
public final class HeldRequestWarnings {
  /** A quarter of the default thread pool of most servers. */
  private static final int MANY = 50;

  private HeldRequestWarnings() {}

  /**
   * Adds a warning if the limit holds more or fewer requests than its author may expect.
   *
   * @param queue the most calls that the limit holds at once, or {@link Quota#SHARED_QUEUE}
   */
  public static void warn(SettingsMap settings, TokenBucket bucket, int queue) {
    if (bucket.patienceMicros() == 0) {
      return;
    }
    long wanted = bucket.capacity() - bucket.burst();
    if (queue == Quota.SHARED_QUEUE && wanted > Quota.MAX_ON_THREADS) {
      settings.warningAt(
          "wait",
          "at this rate `wait` allows to hold "
              + wanted
              + " calls at once, but without `queue` the limit is "
              + Quota.MAX_ON_THREADS,
          "each held call blocks a thread of the server: set how many threads it can spare, such as"
              + " `queue: 20`");
    } else if (queue > MANY) {
      settings.warningAt(
          "queue",
          "up to " + queue + " calls are held at once, and each blocks a thread of the server",
          "other requests need threads too: keep `queue` far below the size of the thread pool");
    }
  }
}
