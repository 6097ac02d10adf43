package dev.penstock.store;

import dev.penstock.limit.NarrowLimit;
import dev.penstock.limit.TokenBucket;
import org.jspecify.annotations.Nullable;

/**
 * What a limit says to a call that cannot wait for its turn, because its queue is full. In all
 * methods {@code fullForMicros} is 0 if the queue has a place.
 */
public final class QueueWait {
  private QueueWait() {}

  /** The next state; refused also if the call would have to wait. */
  public static long spendFrom(
      NarrowLimit limit, long state, long nowMicros, long cost, long fullForMicros) {
    long after = NarrowLimit.spendFrom(limit, state, nowMicros, cost);
    boolean refused =
        fullForMicros > 0
            && after != NarrowLimit.REFUSED
            && limit instanceof TokenBucket bucket
            && bucket.delayMicros(after, nowMicros) > 0;
    return refused ? NarrowLimit.REFUSED : after;
  }

  /** The limit as a client sees it: units that it could only wait for are not left. */
  public static @Nullable NarrowLimit seen(@Nullable NarrowLimit limit, long fullForMicros) {
    return fullForMicros > 0 && limit instanceof TokenBucket bucket
        ? bucket.withoutPatience()
        : limit;
  }

  /** How long until the same call would be granted. */
  public static long waitMicros(
      NarrowLimit limit, long state, long nowMicros, long cost, long fullForMicros) {
    return fullForMicros > 0 && limit instanceof TokenBucket bucket
        ? bucket.waitMicros(state, nowMicros, cost, fullForMicros)
        : limit.waitMicros(state, nowMicros, cost);
  }
}
