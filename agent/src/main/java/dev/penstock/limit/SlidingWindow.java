package dev.penstock.limit;

import static dev.penstock.limit.Numbers.require;
import static dev.penstock.limit.Numbers.requirePeriod;
import static dev.penstock.limit.Numbers.requirePermits;

/**
 * Admits {@code permits} in a window that slides with time, from two counters: the window before
 * counts by the part of it that the sliding window still covers.
 */
public final class SlidingWindow implements NarrowLimit {
  /*
   * With p and c spent in the previous and the current window of length W, and e the time into the
   * current one, a cost n fits if
   *
   *     p * (W - e) + (c + n) * W <= L * W
   *
   * in whole numbers: nothing is rounded, so nothing drifts and no call slips in. The products can
   * be larger than a long (a month in microseconds times a large limit), hence `Exact`.
   *
   * The first instant at which n fits follows from the same line: in this window when
   * e >= W - W(L - c - n)/p, or else, after the edge, with c in the place of p and nothing spent.
   */
  private final long permits;
  private final long periodMicros;
  private final WindowCount count;

  public SlidingWindow(long permits, long periodMicros) {
    requirePermits(permits);
    requirePeriod(periodMicros);
    this.permits = permits;
    this.periodMicros = periodMicros;
    count = new WindowCount(periodMicros, /* counters= */ 2);
    require(permits <= count.most(), "at most " + count.most() + " permits fit", permits);
  }

  /** The most permits that a window of this length can count. */
  public static long mostPermits(long periodMicros) {
    return new WindowCount(periodMicros, /* counters= */ 2).most();
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
    if (cost > permits) {
      return REFUSED;
    }
    long index = count.indexFor(state, nowMicros);
    long previous = previous(state, index);
    long current = current(state, index);
    long left = permits - current - cost;
    if (left < 0 || (previous > left && !fits(previous, left, index, nowMicros))) {
      return REFUSED;
    }
    return current > 0 ? count.plus(state, cost) : count.state(index, previous, cost);
  }

  private boolean fits(long previous, long left, long index, long nowMicros) {
    long covered = periodMicros - intoWindow(index, nowMicros);
    return Exact.productAtMost(previous, covered, left, periodMicros);
  }

  @Override
  public long remaining(long state, long nowMicros) {
    long index = count.indexFor(state, nowMicros);
    long previous = previous(state, index);
    // ceil(previous * uncovered / period): a call that still counts in part takes a whole place
    long faded = Exact.productOver(previous, intoWindow(index, nowMicros), periodMicros);
    return Math.max(0, permits - current(state, index) - (previous - faded));
  }

  @Override
  public long waitMicros(long state, long nowMicros, long cost) {
    if (cost > permits) {
      return NEVER;
    }
    if (spend(state, nowMicros, cost) != REFUSED) {
      return 0;
    }
    long index = count.indexFor(state, nowMicros);
    long current = current(state, index);
    if (current + cost <= permits) {
      long fitsAt = fadedTo(previous(state, index), permits - current - cost);
      if (fitsAt < periodMicros) {
        return index * periodMicros + fitsAt - nowMicros;
      }
    }
    return (index + 1) * periodMicros + fadedTo(current, permits - cost) - nowMicros;
  }

  /** 0 as well while the window that counts is still to come, see {@link WindowCount#indexFor}. */
  private long intoWindow(long index, long nowMicros) {
    return Math.max(0, nowMicros - index * periodMicros);
  }

  /** The time into a window at which what the window before had spent counts as `allowed`. */
  private long fadedTo(long spent, long allowed) {
    return spent <= allowed ? 0 : periodMicros - Exact.productOver(periodMicros, allowed, spent);
  }

  @Override
  public long resetMicros(long state, long nowMicros) {
    if (whole(state, nowMicros)) {
      return 0;
    }
    long index = count.indexFor(state, nowMicros);
    return remaining(state, nowMicros) == 0
        ? waitMicros(state, nowMicros, /* cost= */ 1)
        : (index + 1) * periodMicros - nowMicros;
  }

  @Override
  public boolean whole(long state, long nowMicros) {
    long index = count.indexFor(state, nowMicros);
    return current(state, index) == 0 && previous(state, index) == 0;
  }

  @Override
  public long spentNow(long units, long nowMicros) {
    return count.state(nowMicros / periodMicros, /* previous= */ 0, Math.min(units, permits));
  }

  /** Exact unless the charge was a late thread's, and so counted in a later window than its own. */
  @Override
  public long giveBack(long state, long spentAtMicros, long nowMicros, long cost) {
    long index = spentAtMicros / periodMicros;
    long window = count.windowOf(state);
    long current = count.current(state);
    long previous = count.previous(state);
    if (window == count.numberOf(index)) {
      return count.state(index, previous, Math.max(0, current - cost));
    }
    if (window == count.numberOf(index + 1)) {
      return count.state(index + 1, Math.max(0, previous - cost), current);
    }
    return state;
  }

  @Override
  public boolean sharesStateWith(Limit other) {
    return other instanceof SlidingWindow that && that.periodMicros == periodMicros;
  }

  /** More than the permits if the state comes from a larger limit before a reload. */
  private long current(long state, long index) {
    return count.windowOf(state) == count.numberOf(index) ? count.current(state) : 0;
  }

  private long previous(long state, long index) {
    long window = count.windowOf(state);
    if (window == count.numberOf(index)) {
      return count.previous(state);
    }
    return window == count.numberOf(index - 1) ? count.current(state) : 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SlidingWindow that
        && that.permits == permits
        && that.periodMicros == periodMicros;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(permits * 31 + periodMicros);
  }

  @Override
  public String toString() {
    return "sliding-window " + permits + "/" + periodMicros + "us";
  }
}
