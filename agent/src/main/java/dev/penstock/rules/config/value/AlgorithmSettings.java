package dev.penstock.rules.config.value;

import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an algorithm other than the rate.
 *
 * @param burst the most calls at once; null for the default
 * @param slices the number of slices of a sliding window
 * @param strict whether the oldest slice counts fully
 * @param zone the time zone of a calendar window; null if the window does not follow a calendar
 * @param force whether a sliding log may exceed its usual maximum
 * @param waitMicros the longest that a call is held; null if it is not set
 * @param queue the most calls that are held; null if it is not set
 */
public record AlgorithmSettings(
    @Nullable Long burst,
    int slices,
    boolean strict,
    @Nullable ZoneId zone,
    boolean force,
    @Nullable Long waitMicros,
    @Nullable Long queue) {
  /** Clients give up after that time, and each held call blocks a thread. */
  static final long LONGEST_WAIT_MICROS = 600L * 1_000_000;

  /**
   * The longest that a call is held: {@code wait}, or the time in which a full queue is processed.
   */
  public long patienceMicros(Rate rate) {
    if (waitMicros == null && queue == null) {
      return 0;
    }
    long longest = waitMicros == null ? LONGEST_WAIT_MICROS : waitMicros;
    if (queue == null || queue > Long.MAX_VALUE / rate.periodMicros()) {
      return longest;
    }
    return Math.min(longest, queue * rate.periodMicros() / rate.permits());
  }
}
