package dev.penstock.limit;

import static dev.penstock.limit.LimitNumbers.require;

import org.jspecify.annotations.Nullable;

/**
 * Admits {@code permits} in a sliding window that is counted in slices. The oldest slice counts in
 * proportion to the part that the window still covers, or fully if the limit is strict.
 */
public final class SlicedWindow extends PeriodLimit implements WideLimit {
  /*
   * A window of k slices of length s covers k - 1 whole slices, the current slice up to now, and a
   * part of one more, the oldest slice. Let
   *
   *     L  permits                        f  spent in the current and the whole slices
   *     n  cost of the call               o  spent in the oldest slice
   *     e  time since the current slice started
   *
   * The call fits if
   *
   *     o * (s - e) / s + f + n <= L      (strict: o + f + n <= L)
   *
   * Both sides are multiplied by s, so the comparison is exact in integers. With k = 1 this is
   * SlidingWindow. In strict mode no interval of the window's length ever contains more than L,
   * but a client may have to wait up to one slice longer.
   *
   * The state is the number of the newest slice and a ring of k + 1 counters. A thread that was
   * delayed counts in the newest slice, even if its own slice is over, as in WindowStateLayout.
   */
  private static final int NEWEST = 0;
  private static final int COUNTERS = 1;

  /** The most slices. Each slice takes one long per key. */
  public static final int MAX_SLICES = 1_000;

  /** The sum of two counts fits a long. */
  private static final long MAX_PERMITS = Long.MAX_VALUE / 4;

  private final int slices;
  private final boolean strict;
  private final long slice;

  public SlicedWindow(long permits, long periodMicros, int slices, boolean strict) {
    super(permits, periodMicros);
    require(permits <= MAX_PERMITS, "at most " + MAX_PERMITS + " permits fit", permits);
    require(slices > 0, "slices must be positive", slices);
    require(slices <= MAX_SLICES, "at most " + MAX_SLICES + " slices", slices);
    require(
        periodMicros % slices == 0,
        "a period of " + periodMicros + " us cannot be cut evenly into slices",
        slices);
    this.slices = slices;
    this.strict = strict;
    slice = periodMicros / slices;
  }

  public int slices() {
    return slices;
  }

  /** True if the oldest slice counts fully. */
  public boolean isStrict() {
    return strict;
  }

  public long sliceMicros() {
    return slice;
  }

  /**
   * The state of a key with these counts in the slice with this number and in the slices before it.
   *
   * @param counts the newest slice first; slices that are left out count as 0
   */
  public long[] state(long newest, long[] counts) {
    long[] state = untouched();
    state[NEWEST] = newest;
    for (int age = 0; age < counts.length && age <= slices; age++) {
      state[place(newest - age)] = counts[age];
    }
    return state;
  }

  @Override
  public long[] untouched() {
    return new long[COUNTERS + slices + 1];
  }

  @Override
  public boolean fits(long[] state, long nowMicros, long cost) {
    if (cost > permits) {
      return false;
    }
    long index = indexFor(state, nowMicros);
    long left = permits - cost - sinceOldest(state, index);
    long oldest = spentIn(state, index - slices);
    return left >= 0
        && (oldest <= left
            || (!strict
                && ExactArithmetic.productAtMost(
                    oldest, slice - intoSlice(index, nowMicros), left, slice)));
  }

  @Override
  public long[] spend(long[] state, long nowMicros, long cost) {
    long index = indexFor(state, nowMicros);
    for (long passed = Math.max(state[NEWEST] + 1, index - slices); passed <= index; passed++) {
      state[place(passed)] = 0;
    }
    state[NEWEST] = index;
    state[place(index)] += cost;
    return state;
  }

  @Override
  public long remaining(long[] state, long nowMicros) {
    return Math.max(0, permits - counted(state, nowMicros));
  }

  private long counted(long[] state, long nowMicros) {
    long index = indexFor(state, nowMicros);
    long oldest = spentIn(state, index - slices);
    // rounded down, so that a unit that counts partly is counted as a whole one
    long faded =
        strict ? 0 : ExactArithmetic.productOver(oldest, intoSlice(index, nowMicros), slice);
    return sinceOldest(state, index) + (oldest - faded);
  }

  @Override
  public long waitMicros(long[] state, long nowMicros, long cost) {
    if (cost > permits) {
      return NEVER;
    }
    if (fits(state, nowMicros, cost)) {
      return 0;
    }
    // Slices become the oldest one after another; the cost fits when enough of one has faded.
    long index = indexFor(state, nowMicros);
    long left = permits - cost - sinceOldest(state, index);
    while (true) {
      long oldest = spentIn(state, index - slices);
      long fitsAt = left < 0 ? slice : fadedTo(oldest, left);
      if (fitsAt < slice) {
        return index * slice + fitsAt - nowMicros;
      }
      index++;
      left += spentIn(state, index - slices);
    }
  }

  /** The offset in a slice at which the oldest slice counts as {@code allowed}; at most its end. */
  private long fadedTo(long oldest, long allowed) {
    if (oldest <= allowed) {
      return 0;
    }
    return strict ? slice : slice - ExactArithmetic.productOver(slice, allowed, oldest);
  }

  @Override
  public long resetMicros(long[] state, long nowMicros) {
    if (isUnspent(state, nowMicros)) {
      return 0;
    }
    return remaining(state, nowMicros) == 0
        ? waitMicros(state, nowMicros, /* cost= */ 1)
        : (indexFor(state, nowMicros) + 1) * slice - nowMicros;
  }

  @Override
  public boolean isUnspent(long[] state, long nowMicros) {
    long index = indexFor(state, nowMicros);
    return spentIn(state, index - slices) == 0 && sinceOldest(state, index) == 0;
  }

  /** In whole units: a unit that counts partly is counted as a whole one. */
  @Override
  public SpentUnits spent(long[] state, long nowMicros) {
    return SpentUnits.of(counted(state, nowMicros));
  }

  @Override
  public long[] withAtLeast(SpentUnits spent, long[] state, long nowMicros) {
    long missing = Math.min(spent.roundedUp(), MAX_PERMITS) - counted(state, nowMicros);
    return missing <= 0 ? state : spend(state, nowMicros, missing);
  }

  /** Exact, unless a delayed thread charged the units to a later slice than its own. */
  @Override
  public void refund(long[] state, long spentAtMicros, long nowMicros, long cost) {
    long index = spentAtMicros / slice;
    state[place(index)] -= Math.min(cost, spentIn(state, index));
  }

  @Override
  public boolean sharesStateWith(Limit other) {
    return other instanceof SlicedWindow that
        && that.periodMicros == periodMicros
        && that.slices == slices;
  }

  private long indexFor(long[] state, long nowMicros) {
    return Math.max(state[NEWEST], nowMicros / slice);
  }

  private long intoSlice(long index, long nowMicros) {
    return Math.max(0, nowMicros - index * slice);
  }

  private int place(long index) {
    return COUNTERS + Math.floorMod(index, slices + 1);
  }

  private long spentIn(long[] state, long index) {
    long age = state[NEWEST] - index;
    return age >= 0 && age <= slices ? state[place(index)] : 0;
  }

  /** The units spent in the current slice and in the slices that the window covers completely. */
  private long sinceOldest(long[] state, long index) {
    long spent = 0;
    for (long i = index - slices + 1; i <= state[NEWEST]; i++) {
      spent += state[place(i)];
    }
    return spent;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return super.equals(other)
        && other instanceof SlicedWindow that
        && that.slices == slices
        && that.strict == strict;
  }

  @Override
  public int hashCode() {
    return (super.hashCode() * 31 + slices) * 2 + (strict ? 1 : 0);
  }

  @Override
  public String toString() {
    return "sliding-window "
        + super.toString()
        + " in "
        + slices
        + (strict ? " strict slices" : " slices");
  }
}
