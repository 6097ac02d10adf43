package dev.penstock.limit;

/** How the number of a window and its counts share one long. */
final class WindowCount {
  /*
   * The number of the window is the time divided by its length, cut to its lowest bits: enough of
   * them that it takes 30 days to come round again. A key left alone for two windows is whole and
   * is forgotten long before that, so two windows of the same number are never confused. Bits
   * depend on the length alone, not on the limit: a limit that is changed reads the same state.
   *
   * Numbers just ahead of now are later windows, all others are earlier ones. The part that counts
   * as ahead is small, or an old state would pass for a later one and shut its key out for days.
   */
  private static final int AHEAD_SHARE = 16;
  private static final long COMES_ROUND_MICROS = 30L * 24 * 3600 * 1_000_000;
  private static final int FEWEST_WINDOW_BITS = 8;
  private static final int USABLE_BITS = 63;

  private final long periodMicros;
  private final long reciprocal;
  private final int counterBits;
  private final int counters;
  private final int windowShift;
  private final long windowMask;
  private final long mostAhead;

  WindowCount(long periodMicros, int counters) {
    this.periodMicros = periodMicros;
    this.counters = counters;
    reciprocal = Long.MAX_VALUE / periodMicros;
    long windows = COMES_ROUND_MICROS / periodMicros;
    int windowBits = Math.max(FEWEST_WINDOW_BITS, 64 - Long.numberOfLeadingZeros(windows));
    counterBits = (USABLE_BITS - windowBits) / counters;
    windowShift = counters * counterBits;
    windowMask = (1L << (USABLE_BITS - windowShift)) - 1;
    mostAhead = windowMask / AHEAD_SHARE;
  }

  /** {@code nowMicros / periodMicros}, by a product: a division is the slowest of all sums. */
  private long indexAt(long nowMicros) {
    long index = Math.multiplyHigh(nowMicros << 1, reciprocal);
    return nowMicros - index * periodMicros < periodMicros ? index : index + 1;
  }

  /**
   * The index of the window to count in: that of now, unless the state speaks of a later one.
   *
   * <p>It can: a thread may read the clock, be held up, and find a state that another thread wrote
   * in the next window. Counting in the earlier window would wipe out what is spent in the later.
   */
  long indexFor(long state, long nowMicros) {
    long indexNow = indexAt(nowMicros);
    long ahead = (windowOf(state) - indexNow) & windowMask;
    return ahead <= mostAhead && state != NarrowLimit.UNTOUCHED ? indexNow + ahead : indexNow;
  }

  /** The most that can be counted. */
  long most() {
    return (1L << counterBits) - 1;
  }

  /** What a state says of the window with this index (time divided by length). */
  long numberOf(long index) {
    return index & windowMask;
  }

  /** The number of the window that a state speaks of. */
  long windowOf(long state) {
    return state >>> windowShift;
  }

  /** The count in the lowest place: that of the window itself. */
  long current(long state) {
    return state & most();
  }

  /** The count in the second place: that of the window before. */
  long previous(long state) {
    return (state >>> counterBits) & most();
  }

  /** The state with so much more counted in its window, which must not be more than the most. */
  long plus(long state, long units) {
    return state + units;
  }

  long state(long index, long previous, long current) {
    long state = numberOf(index);
    if (counters == 2) {
      state = state << counterBits | previous;
    }
    return state << counterBits | current;
  }
}
