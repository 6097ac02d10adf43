package dev.penstock.limit;

import static dev.penstock.limit.LimitNumbers.require;

/**
 * Admits {@code permits} in a sliding window, estimated from two counters: the previous window
 * counts in proportion to the part that the sliding window still covers.
 */
public final class SlidingWindow extends WindowedLimit {
  /*
   * Sliding window counter [1]. Let
   *
   *     W  length of a window             p  spent in the previous window
   *     e  time since the current window started
   *     L  permits                        c  spent in the current window
   *
   * A call of cost n fits if
   *
   *     p * (W - e) / W + c + n <= L      computed as  p * (W - e) + (c + n) * W <= L * W
   *
   * The integer form rounds nothing, so no error accumulates. The products can exceed a long (a
   * month in microseconds times a large limit), hence ExactArithmetic.
   *
   * The time at which n fits follows from the same inequality: in the current window when
   * e >= W - W * (L - c - n) / p, otherwise in the next window, with c in the place of p and 0 in
   * the place of c.
   *
   * [1] Cloudflare blog: How we built rate limiting capable of scaling to millions of domains, 2017
   */
  private final WindowStateLayout count;

  public SlidingWindow(long permits, long periodMicros) {
    this(permits, periodMicros, count(periodMicros));
  }

  private SlidingWindow(long permits, long periodMicros, WindowStateLayout count) {
    super(permits, periodMicros, new ClockWindows(periodMicros, count));
    this.count = count;
    require(permits <= count.most(), "at most " + count.most() + " permits fit", permits);
  }

  /** The largest number of permits that the state of a window of this length can count. */
  public static long mostPermits(long periodMicros) {
    return count(periodMicros).most();
  }

  private static WindowStateLayout count(long periodMicros) {
    return WindowStateLayout.ofPeriod(periodMicros, /* counters= */ 2);
  }

  @Override
  public long spend(long state, long nowMicros, long cost) {
    TimeWindow window = windowAt(nowMicros);
    // Fast path for nearly all calls: the state belongs to this window, and even without fading
    // there is room. For a state of another window the difference exceeds every possible count.
    if (count.sum(state - window.empty()) <= permits - cost) {
      return state + cost;
    }
    return cost > permits
        ? REFUSED
        : spend(state, nowMicros, cost, count.indexFor(state, window.index()));
  }

  private long spend(long state, long nowMicros, long cost, long index) {
    long previous = previous(state, index);
    long current = current(state, index);
    long left = permits - cost - current;
    if (left < 0 || (previous > left && !fits(previous, left, index, nowMicros))) {
      return REFUSED;
    }
    return count.state(index, previous, current + cost);
  }

  private boolean fits(long previous, long left, long index, long nowMicros) {
    long covered = periodMicros - intoWindow(index, nowMicros);
    return ExactArithmetic.productAtMost(previous, covered, left, periodMicros);
  }

  @Override
  public long remaining(long state, long nowMicros) {
    return Math.max(0, permits - counted(state, indexFor(state, nowMicros), nowMicros));
  }

  private long counted(long state, long index, long nowMicros) {
    long previous = previous(state, index);
    // previous - faded = ceil(previous * uncovered / period): a partly counted unit counts as one
    long faded = ExactArithmetic.productOver(previous, intoWindow(index, nowMicros), periodMicros);
    return current(state, index) + (previous - faded);
  }

  @Override
  public long waitMicros(long state, long nowMicros, long cost) {
    if (cost > permits) {
      return NEVER;
    }
    if (spend(state, nowMicros, cost) != REFUSED) {
      return 0;
    }
    long index = indexFor(state, nowMicros);
    long current = current(state, index);
    if (current + cost <= permits) {
      long fitsAt = fadedTo(previous(state, index), permits - current - cost);
      if (fitsAt < periodMicros) {
        return index * periodMicros + fitsAt - nowMicros;
      }
    }
    return (index + 1) * periodMicros + fadedTo(current, permits - cost) - nowMicros;
  }

  private long indexFor(long state, long nowMicros) {
    return count.indexFor(state, windowAt(nowMicros).index());
  }

  /**
   * The time since the window started; 0 if it has not started, see {@link
   * WindowStateLayout#indexFor}.
   */
  private long intoWindow(long index, long nowMicros) {
    return Math.max(0, nowMicros - index * periodMicros);
  }

  /**
   * The offset in a window at which {@code spent} units of the window before count as {@code
   * allowed}.
   */
  private long fadedTo(long spent, long allowed) {
    return spent <= allowed
        ? 0
        : periodMicros - ExactArithmetic.productOver(periodMicros, allowed, spent);
  }

  @Override
  public long resetMicros(long state, long nowMicros) {
    if (isUnspent(state, nowMicros)) {
      return 0;
    }
    long index = indexFor(state, nowMicros);
    return remaining(state, nowMicros) == 0
        ? waitMicros(state, nowMicros, /* cost= */ 1)
        : (index + 1) * periodMicros - nowMicros;
  }

  @Override
  public boolean isUnspent(long state, long nowMicros) {
    long index = indexFor(state, nowMicros);
    return current(state, index) == 0 && previous(state, index) == 0;
  }

  /** In whole units: a unit that counts partly is counted as a whole one. */
  @Override
  public SpentUnits spent(long state, long nowMicros) {
    return SpentUnits.of(counted(state, indexFor(state, nowMicros), nowMicros));
  }

  @Override
  public long withAtLeast(SpentUnits spent, long state, long nowMicros) {
    long index = indexFor(state, nowMicros);
    long missing = spent.roundedUp() - counted(state, index, nowMicros);
    return missing <= 0
        ? state
        : state(index, previous(state, index), current(state, index) + missing);
  }

  /** Exact, unless a delayed thread charged the units to a later window than its own. */
  @Override
  public long refund(long state, long spentAtMicros, long nowMicros, long cost) {
    long index = windowAt(spentAtMicros).index();
    long current = count.current(state);
    long previous = count.previous(state);
    if (count.isOf(state, index)) {
      return count.state(index, previous, Math.max(0, current - cost));
    }
    if (count.isOf(state, index + 1)) {
      return count.state(index + 1, Math.max(0, previous - cost), current);
    }
    return state;
  }

  @Override
  public boolean sharesStateWith(Limit other) {
    return other instanceof SlidingWindow that && that.periodMicros == periodMicros;
  }

  /**
   * The state of a key with these counts in the window with this number and in the window before
   * it.
   */
  public long state(long index, long previous, long current) {
    return count.state(index, Math.min(previous, count.most()), Math.min(current, count.most()));
  }

  /** Can exceed the permits: the state may come from a larger limit before a reload. */
  private long current(long state, long index) {
    return count.isOf(state, index) ? count.current(state) : 0;
  }

  private long previous(long state, long index) {
    if (count.isOf(state, index)) {
      return count.previous(state);
    }
    return count.isOf(state, index - 1) ? count.current(state) : 0;
  }

  @Override
  public String toString() {
    return "sliding-window " + super.toString();
  }
}
