package dev.penstock.limit;

import static dev.penstock.limit.LimitNumbers.require;
import static dev.penstock.limit.LimitNumbers.requirePermits;

/** Admits a call while fewer than {@code permits} are in flight. */
public final class Concurrency implements NarrowLimit {
  /*
   * The state is the number of calls in flight. Time plays no part: a slot is free again when its
   * call ends, and the time of that is unknown. A slot is not a unit of a rate, so a reload carries
   * nothing over to or from another algorithm (see CarryOver).
   */
  private static final long MAX = Long.MAX_VALUE / 4;

  private final long permits;

  public Concurrency(long permits) {
    requirePermits(permits);
    require(permits <= MAX, "at most " + MAX + " calls can be counted", permits);
    this.permits = permits;
  }

  @Override
  public long permits() {
    return permits;
  }

  /** Always 0: a concurrency limit has no period. */
  @Override
  public long periodMicros() {
    return 0;
  }

  @Override
  public long spend(long state, long nowMicros, long cost) {
    return cost > permits - state ? REFUSED : state + cost;
  }

  @Override
  public long remaining(long state, long nowMicros) {
    return Math.max(0, permits - state);
  }

  @Override
  public long waitMicros(long state, long nowMicros, long cost) {
    if (cost > permits) {
      return NEVER;
    }
    return cost <= permits - state ? 0 : UNKNOWN;
  }

  @Override
  public long resetMicros(long state, long nowMicros) {
    return 0;
  }

  @Override
  public boolean isUnspent(long state, long nowMicros) {
    return state == 0;
  }

  @Override
  public SpentUnits spent(long state, long nowMicros) {
    return SpentUnits.NONE;
  }

  @Override
  public long withAtLeast(SpentUnits spent, long state, long nowMicros) {
    return state;
  }

  @Override
  public long refund(long state, long spentAtMicros, long nowMicros, long cost) {
    return Math.max(0, state - cost);
  }

  @Override
  public boolean sharesStateWith(Limit other) {
    return other instanceof Concurrency;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Concurrency that && that.permits == permits;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(permits);
  }

  @Override
  public String toString() {
    return "concurrency " + permits;
  }
}
