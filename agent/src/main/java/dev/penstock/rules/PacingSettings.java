package dev.penstock.rules;

import org.jspecify.annotations.Nullable;

/**
 * How a rule treats outbound calls that come too early, and what it learns from their answers.
 *
 * @param waitMicros the longest a call is held, whatever the algorithm; 0 if none ever is
 * @param queue the most calls of the rule that are held at once, of all keys together
 * @param learn whether the answers' fields slow the rule down
 * @param learnCapMicros the longest that an answer can pause a host
 * @param countRetries whether redirects and a client's own retries count as the requests they are
 * @param backoff what to do where an answer refuses and names no time; null for nothing
 */
public record PacingSettings(
    long waitMicros,
    long queue,
    boolean learn,
    long learnCapMicros,
    boolean countRetries,
    @Nullable BackoffSettings backoff) {
  /*
   * If all limits of a rule are buckets, they have its wait built in as patience: they know at once
   * whether a call will be due in time, and keep its turn for it. With any other limit beside them
   * they have none, as a turn that is spent ahead of time is of no use to a call that then does not
   * get, say, one of so many places in flight. Such a call is queued, and asks all limits together
   * until waitMicros are over.
   *
   * The queue is counted by whoever holds the calls: one rule can have several limits by different
   * keys, and what the queue is to protect, threads and memory, does not grow with the number of
   * keys.
   */

  /** A call is held for up to 30 seconds if the file does not say. */
  public static final long USUAL_WAIT_MICROS = 30L * 1_000_000;

  /** An answer pauses a host for up to ten minutes if the file does not say. */
  public static final long USUAL_LEARN_CAP_MICROS = 600L * 1_000_000;

  /** Any number of calls can be held. */
  public static final long ENDLESS_QUEUE = Long.MAX_VALUE;

  /** True if calls that come too early are held at all. */
  public boolean holds() {
    return waitMicros > 0;
  }

  /** True if the number of calls that are held has an end. */
  public boolean limitsQueue() {
    return queue != ENDLESS_QUEUE;
  }
}
