package dev.penstock.limit;

import static dev.penstock.limit.LimitNumbers.require;

import org.jspecify.annotations.Nullable;

/**
 * Admits {@code permits} in a window that slides with time, counted in slices: the oldest counts by
 * the part of it that the window still covers, or fully if the limit is strict.
 */
public final class SlicedWindow extends PeriodLimit implements WideLimit {
  /*
   * A window of k slices of length s covers k - 1 whole slices, the current one up to now, and a
   * part of one more, the oldest. With f spent in the current and the whole slices, o in the oldest
   * and e the time into the current slice, a cost n fits if
   *
   *     o * (s - e) + (f + n) * s <= L * s,  or, if strict,  o + f + n <= L
   *
   * With one slice that is SlidingWindow. Strict, it never admits more than L in any stretch of
   * time as long as the window, at the price of up to a slice of waiting.
   *
   * The state is the number of the newest slice and a ring of k + 1 counters. A late thread counts
   * in the newest slice, though its own is over, as in WindowCount.
   */
  private static final int NEWEST = 0;
  private static final int COUNTERS = 1;

  /** The most slices; each is a long per key. */
  public static final int MOST_SLICES = 1_000;

  /** Sums of two counts fit a long. */
  private static final long MOST_PERMITS = Long.MAX_VALUE / 4;

  private final int slices;
  private final boolean strict;
  private final long slice;

  public SlicedWindow(long permits, long periodMicros, int slices, boolean strict) {
    super(permits, periodMicros);
    require(permits <= MOST_PERMITS, "at most " + MOST_PERMITS + " permits fit", permits);
    require(slices > 0, "slices must be positive", slices);
    require(slices <= MOST_SLICES, "at most " + MOST_SLICES + " slices", slices);
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
   * The state of a key that has spent this much in the slice of this number and in those before.
   *
   * @param counts the newest slice's first; as many as there are to tell
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
    // rounded down: a call that still counts in part takes a whole place
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
    // One slice after the other becomes the oldest; the cost fits when enough of it has faded.
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

  /** The time into a slice at which what the oldest has spent counts as `allowed`; or its end. */
  private long fadedTo(long oldest, long allowed) {
    if (oldest <= allowed) {
      return 0;
    }
    return strict ? slice : slice - ExactArithmetic.productOver(slice, allowed, oldest);
  }

  @Override
  public long resetMicros(long[] state, long nowMicros) {
    if (whole(state, nowMicros)) {
      return 0;
    }
    return remaining(state, nowMicros) == 0
        ? waitMicros(state, nowMicros, /* cost= */ 1)
        : (indexFor(state, nowMicros) + 1) * slice - nowMicros;
  }

  @Override
  public boolean whole(long[] state, long nowMicros) {
    long index = indexFor(state, nowMicros);
    return spentIn(state, index - slices) == 0 && sinceOldest(state, index) == 0;
  }

  /** In whole units: a call that still counts in part counts as one. */
  @Override
  public SpentUnits spent(long[] state, long nowMicros) {
    return SpentUnits.of(counted(state, nowMicros));
  }

  @Override
  public long[] withAtLeast(SpentUnits spent, long[] state, long nowMicros) {
    long missing = Math.min(spent.roundedUp(), MOST_PERMITS) - counted(state, nowMicros);
    return missing <= 0 ? state : spend(state, nowMicros, missing);
  }

  /** Exact unless the charge was a late thread's, and so counted in a later slice than its own. */
  @Override
  public void giveBack(long[] state, long spentAtMicros, long nowMicros, long cost) {
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

  /** What was spent in the current slice and the whole ones. */
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
