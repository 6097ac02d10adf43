package dev.penstock.limit;

import static dev.penstock.limit.Numbers.require;
import static dev.penstock.limit.Numbers.requirePeriod;
import static dev.penstock.limit.Numbers.requirePermits;

/** Admits {@code permits} in each window; windows start at multiples of their length since 1970. */
public final class FixedWindow implements NarrowLimit {
  /*
   * The state is the number of a window and what was spent in it. A state of another window counts
   * as nothing spent, so nothing has to happen at the edge of a window. The price of the simplicity
   * is known: twice the permits can pass around an edge.
   */
  private final long permits;
  private final long periodMicros;
  private final WindowCount count;

  public FixedWindow(long permits, long periodMicros) {
    requirePermits(permits);
    requirePeriod(periodMicros);
    this.permits = permits;
    this.periodMicros = periodMicros;
    count = new WindowCount(periodMicros, /* counters= */ 1);
    require(permits <= count.most(), "at most " + count.most() + " permits fit", permits);
  }

  /** The most permits that a window of this length can count. */
  public static long mostPermits(long periodMicros) {
    return new WindowCount(periodMicros, /* counters= */ 1).most();
  }

  @Override
  public long permits() {
    return permits;
  }

  @Override
  public long periodMicros() {
    return periodMicros;
  }

  @Override
  public long capacity() {
    return permits;
  }

  @Override
  public long spend(long state, long nowMicros, long cost) {
    long index = count.indexFor(state, nowMicros);
    long spent = spent(state, index);
    if (cost > permits - spent) {
      return REFUSED;
    }
    return spent > 0 ? count.plus(state, cost) : count.state(index, /* previous= */ 0, cost);
  }

  @Override
  public long remaining(long state, long nowMicros) {
    return permits - spent(state, count.indexFor(state, nowMicros));
  }

  @Override
  public long waitMicros(long state, long nowMicros, long cost) {
    if (cost > permits) {
      return NEVER;
    }
    return cost <= remaining(state, nowMicros) ? 0 : toEndOfWindow(state, nowMicros);
  }

  @Override
  public long resetMicros(long state, long nowMicros) {
    return whole(state, nowMicros) ? 0 : toEndOfWindow(state, nowMicros);
  }

  @Override
  public boolean whole(long state, long nowMicros) {
    return remaining(state, nowMicros) == permits;
  }

  @Override
  public long spentNow(long units, long nowMicros) {
    return count.state(nowMicros / periodMicros, /* previous= */ 0, Math.min(units, permits));
  }

  /** Exact within the window; what was spent in an earlier one does not count any more. */
  @Override
  public long giveBack(long state, long spentAtMicros, long nowMicros, long cost) {
    long index = spentAtMicros / periodMicros;
    if (count.windowOf(state) != count.numberOf(index)) {
      return state;
    }
    return count.state(index, /* previous= */ 0, Math.max(0, count.current(state) - cost));
  }

  @Override
  public boolean sharesStateWith(Limit other) {
    return other instanceof FixedWindow that && that.periodMicros == periodMicros;
  }

  /** Never more than the permits, though the state may come from a larger limit before a reload. */
  private long spent(long state, long index) {
    return count.windowOf(state) == count.numberOf(index)
        ? Math.min(count.current(state), permits)
        : 0;
  }

  private long toEndOfWindow(long state, long nowMicros) {
    return (count.indexFor(state, nowMicros) + 1) * periodMicros - nowMicros;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FixedWindow that
        && that.permits == permits
        && that.periodMicros == periodMicros;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(permits * 31 + periodMicros);
  }

  @Override
  public String toString() {
    return "fixed-window " + permits + "/" + periodMicros + "us";
  }
}
