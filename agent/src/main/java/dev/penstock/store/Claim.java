package dev.penstock.store;

import dev.penstock.limit.Limit;
import org.jspecify.annotations.Nullable;

/** One budget that a call has to be paid from, and what came of that; each store has its own. */
public abstract class Claim {
  /** A remark: it was judged by the bucket that keys share when no more can be remembered. */
  public static final int OVERFLOW = 1;

  /** A remark: it was let through without being judged. */
  public static final int LET_THROUGH = 2;

  protected long high;
  protected long low;
  protected long cost;
  public int remarks;

  /** Where the call waits for its turn; null if it never has to, or that is not bounded. */
  private @Nullable InboundQueue queue;

  /** How long that queue stays full: until then only a call that need not wait is granted. */
  private long fullForMicros;

  public final long high() {
    return high;
  }

  public final long low() {
    return low;
  }

  public final long cost() {
    return cost;
  }

  /** What was unusual about how it was decided: {@link #OVERFLOW}, {@link #LET_THROUGH}. */
  public final int remarks() {
    return remarks;
  }

  /** Lets the call wait in this queue, or nowhere while that is full. */
  final void waitIn(@Nullable InboundQueue newQueue, long newFullForMicros) {
    queue = newQueue;
    fullForMicros = newFullForMicros;
  }

  /** Lets the call wait as long as it takes. A claim is used again, and most never wait. */
  final void waitAnywhere() {
    if (queue != null) {
      queue = null;
    }
    fullForMicros = 0;
  }

  final @Nullable InboundQueue queue() {
    return queue;
  }

  /** How long the call's queue stays full; 0 if there is a place in it. */
  public final long fullForMicros() {
    return fullForMicros;
  }

  /** Forgets what was decided, to be settled once more. */
  protected void startAgain() {}

  public abstract ClaimedKey key();

  /** The limit it was judged by; a reload may have changed it since the rules were read. */
  public abstract Limit limit();

  /** How many units are left for the key. */
  public abstract long remaining(long nowMicros);

  /** How long until more is left, as told to clients. */
  public abstract long resetMicros(long nowMicros);

  /** How long until the same would be granted. */
  public abstract long waitMicros(long nowMicros);

  /** How long a call that was charged has to be held, to keep the pace. */
  public abstract long delayMicros(long nowMicros);

  /** What was charged, to be given back later. */
  public abstract Receipt receipt();
}
