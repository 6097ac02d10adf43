package dev.penstock.rules.config;

import dev.penstock.limit.TokenBucket;
import dev.penstock.rules.Quota;
import dev.penstock.rules.config.text.SettingsMap;

/** Warns of inbound limits that hold more calls, or fewer, than their author may expect. */
public final class HeldRequestWarnings {
  /** A quarter of the threads that most servers have unless they are told otherwise. */
  private static final int MANY = 50;

  private HeldRequestWarnings() {}

  /**
   * Adds a warning if the limit holds more or fewer requests than its author may expect.
   *
   * @param queue how many calls the limit holds at once, or {@link Quota#SHARED_QUEUE}
   */
  public static void warn(SettingsMap settings, TokenBucket bucket, int queue) {
    if (bucket.patienceMicros() == 0) {
      return;
    }
    long wanted = bucket.capacity() - bucket.burst();
    if (queue == Quota.SHARED_QUEUE && wanted > Quota.MOST_ON_THREADS) {
      settings.warningAt(
          "wait",
          "at this rate "
              + wanted
              + " calls can be early by less than `wait`, but without a"
              + " `queue` only "
              + Quota.MOST_ON_THREADS
              + " are held at once",
          "each held call keeps a thread of the server: write how many it can spare, such as"
              + " `queue: 20`");
    } else if (queue > MANY) {
      settings.warningAt(
          "queue",
          "up to " + queue + " calls are held at once, and each keeps a thread of the server",
          "other requests wait for a thread as well: stay far below the size of its thread pool");
    }
  }
}
