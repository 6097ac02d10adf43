package dev.penstock.limit;

import static dev.penstock.limit.LimitNumbers.require;

/** Admits {@code permits} in each window; the count starts at 0 in the next window. */
abstract sealed class TumblingWindowLimit extends WindowedLimit
    permits FixedWindow, CalendarWindow {
  /*
   * The state is the number of a window and the units c spent in it. A cost n fits if c + n <=
   * permits. A state of another window means c = 0, so nothing has to happen when a window ends.
   * The known drawback: up to twice the permits can pass around the boundary of two windows.
   */
  private final WindowStateLayout count;

  TumblingWindowLimit(
      long permits, long periodMicros, WindowScheme windows, WindowStateLayout count) {
    super(permits, periodMicros, windows);
    this.count = count;
    require(permits <= count.most(), "at most " + count.most() + " permits fit", permits);
  }

  @Override
  public final long spend(long state, long nowMicros, long cost) {
    TimeWindow window = windowAt(nowMicros);
    // Fast path for nearly all calls: the state belongs to this window. The state of another window
    // is smaller than the empty state of this one, or larger by more than any possible count.
    long counted = state - window.empty();
    if (counted >= 0 && counted <= permits - cost) {
      return state + cost;
    }
    long index = count.indexFor(state, window.index());
    long spent = counted(state, index);
    return cost > permits - spent ? REFUSED : count.state(index, spent + cost);
  }

  @Override
  public final long remaining(long state, long nowMicros) {
    return permits - counted(state, indexFor(state, nowMicros));
  }

  @Override
  public final long waitMicros(long state, long nowMicros, long cost) {
    if (cost > permits) {
      return NEVER;
    }
    return cost <= remaining(state, nowMicros) ? 0 : toEndOfWindow(state, nowMicros);
  }

  @Override
  public final long resetMicros(long state, long nowMicros) {
    return isUnspent(state, nowMicros) ? 0 : toEndOfWindow(state, nowMicros);
  }

  @Override
  public final boolean isUnspent(long state, long nowMicros) {
    return remaining(state, nowMicros) == permits;
  }

  @Override
  public final SpentUnits spent(long state, long nowMicros) {
    long index = indexFor(state, nowMicros);
    return SpentUnits.of(count.isOf(state, index) ? count.current(state) : 0);
  }

  @Override
  public final long withAtLeast(SpentUnits spent, long state, long nowMicros) {
    return spent.isMoreThan(spent(state, nowMicros))
        ? state(indexFor(state, nowMicros), spent.roundedUp())
        : state;
  }

  /** Exact within the window. Units of an earlier window do not count any more. */
  @Override
  public final long refund(long state, long spentAtMicros, long nowMicros, long cost) {
    return count.isOf(state, windowAt(spentAtMicros).index())
        ? state - Math.min(cost, count.current(state))
        : state;
  }

  /** The state of a key with this count in the window with this number. */
  public final long state(long index, long current) {
    return count.state(index, Math.min(current, count.most()));
  }

  /** At most the permits, although the state may come from a larger limit before a reload. */
  private long counted(long state, long index) {
    return count.isOf(state, index) ? Math.min(count.current(state), permits) : 0;
  }

  private long indexFor(long state, long nowMicros) {
    return count.indexFor(state, windowAt(nowMicros).index());
  }

  private long toEndOfWindow(long state, long nowMicros) {
    TimeWindow window = windowAt(nowMicros);
    long index = count.indexFor(state, window.index());
    return (index == window.index() ? window : windows.ofIndex(index)).endMicros() - nowMicros;
  }
}
