package dev.penstock.rules.config.value;

import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an algorithm besides the rate.
 *
 * @param burst how many at once; null if the file does not say
 * @param slices into how many parts a sliding window is cut
 * @param strict whether the oldest of them counts fully
 * @param zone whose calendar a fixed window follows; null if none
 * @param force whether a sliding log may be as long as it likes
 * @param waitMicros the longest a call is held; null if the file does not say
 * @param queue the most calls that are held; null if the file does not say
 */
public record AlgorithmSettings(
    @Nullable Long burst,
    int slices,
    boolean strict,
    @Nullable ZoneId zone,
    boolean force,
    @Nullable Long waitMicros,
    @Nullable Long queue) {
  /** Nobody's browser waits longer, and each call that is held holds a thread. */
  static final long LONGEST_WAIT_MICROS = 600L * 1_000_000;

  /** How long a call may have to be held: until as many as fit into the queue have had a turn. */
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
