package dev.penstock.rules;

import org.jspecify.annotations.Nullable;

/**
 * How a rule holds outbound calls that are too early, and what it learns from responses.
 *
 * @param waitMicros the longest that a call is held, with any algorithm; 0 if calls are never held
 * @param queue the most calls of the rule that are held at once, over all keys
 * @param learn whether header fields of responses slow the rule down
 * @param learnCapMicros the longest that a response can pause a host
 * @param countRetries whether redirects and retries of the HTTP client count as separate requests
 * @param backoff the pause after a rejection without a retry time; null for none
 */
public record PacingSettings(
    long waitMicros,
    long queue,
    boolean learn,
    long learnCapMicros,
    boolean countRetries,
    @Nullable BackoffSettings backoff) {
  /*
   * If all limits of a rule are token buckets, the wait is part of the buckets as patience: they
   * decide at once whether a call becomes due in time, and reserve its turn. Together with any
   * other limit the buckets get no patience. A turn that is reserved ahead of time is useless for a
   * call that then finds, for example, no free concurrency slot. Such a call is queued, and checks
   * all limits together until waitMicros are over.
   *
   * The code that holds the calls counts the queue, not the limits: a rule can have several limits
   * with different keys, and the threads and memory that the queue protects do not grow with the
   * number of keys.
   */

  /** The default of {@code wait}: 30 seconds. */
  public static final long DEFAULT_WAIT_MICROS = 30L * 1_000_000;

  /** The default of {@code learn.cap}: 10 minutes. */
  public static final long DEFAULT_LEARN_CAP_MICROS = 600L * 1_000_000;

  /** The default of {@code queue}: any number of calls can be held. */
  public static final long ENDLESS_QUEUE = Long.MAX_VALUE;

  /** True if calls that are too early are held at all. */
  public boolean holds() {
    return waitMicros > 0;
  }

  /** True if the number of held calls is limited. */
  public boolean limitsQueue() {
    return queue != ENDLESS_QUEUE;
  }
}
