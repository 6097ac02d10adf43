package dev.penstock.store;

import dev.penstock.limit.NarrowLimit;
import dev.penstock.limit.TokenBucket;
import org.jspecify.annotations.Nullable;

/**
 * Applies a limit to a call that cannot wait for its turn because its queue is full. In all methods
 * {@code fullForMicros} is 0 if the queue has a place.
 */
public final class QueueWait {
  private QueueWait() {}

  /** The next state; {@link NarrowLimit#REFUSED} also if the call would have to wait. */
  public static long spendFrom(
      NarrowLimit limit, long state, long nowMicros, long cost, long fullForMicros) {
    long after = NarrowLimit.spendFrom(limit, state, nowMicros, cost);
    boolean rejected =
        fullForMicros > 0
            && after != NarrowLimit.REFUSED
            && limit instanceof TokenBucket bucket
            && bucket.delayMicros(after, nowMicros) > 0;
    return rejected ? NarrowLimit.REFUSED : after;
  }

  /** The limit as clients see it: units that a call would have to wait for do not count as left. */
  public static @Nullable NarrowLimit visibleLimit(
      @Nullable NarrowLimit limit, long fullForMicros) {
    return fullForMicros > 0 && limit instanceof TokenBucket bucket
        ? bucket.withoutPatience()
        : limit;
  }

  /** How long until the same call is granted. */
  public static long waitMicros(
      NarrowLimit limit, long state, long nowMicros, long cost, long fullForMicros) {
    return fullForMicros > 0 && limit instanceof TokenBucket bucket
        ? bucket.waitMicros(state, nowMicros, cost, fullForMicros)
        : limit.waitMicros(state, nowMicros, cost);
  }
}
