package dev.penstock.store;

import dev.penstock.limit.Limit;
import org.jspecify.annotations.Nullable;

/** What one call wants to spend from one budget, and the result. Each store has its own class. */
public abstract class Claim {
  /** A remark: the key shares the overflow bucket, because the store has no room for more keys. */
  public static final int OVERFLOW = 1;

  /** A remark: the claim was granted without a check. */
  public static final int LET_THROUGH = 2;

  protected long high;
  protected long low;
  protected long cost;
  public int remarks;

  /** The queue in which the call waits for its turn; null if it never waits or needs no queue. */
  private @Nullable InboundQueue queue;

  /** How long that queue stays full; until then only a call that need not wait is granted. */
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

  /** What was unusual about the decision: {@link #OVERFLOW}, {@link #LET_THROUGH}. */
  public final int remarks() {
    return remarks;
  }

  /** Lets the call wait in this queue, but not while the queue is full. */
  final void waitIn(@Nullable InboundQueue newQueue, long newFullForMicros) {
    queue = newQueue;
    fullForMicros = newFullForMicros;
  }

  /** Lets the call wait without a queue. Claims are reused, and most of them never wait. */
  final void waitAnywhere() {
    if (queue != null) {
      queue = null;
    }
    fullForMicros = 0;
  }

  final @Nullable InboundQueue queue() {
    return queue;
  }

  /** How long the queue of the call stays full; 0 if it has a place. */
  public final long fullForMicros() {
    return fullForMicros;
  }

  /** Clears the result, so that the claim can be settled again. */
  protected void startAgain() {}

  public abstract ClaimedKey key();

  /** The limit that decided; a reload may have changed it since the rules were read. */
  public abstract Limit limit();

  /** How many units are left for the key. */
  public abstract long remaining(long nowMicros);

  /** How long until more units are left, as clients see it. */
  public abstract long resetMicros(long nowMicros);

  /** How long until the same claim is granted. */
  public abstract long waitMicros(long nowMicros);

  /** How long a charged call has to wait to keep the pace. */
  public abstract long delayMicros(long nowMicros);

  /** The record of the charge, needed to refund it. */
  public abstract Receipt receipt();
}
