package dev.penstock.limit;

/** How the number of a window and its counts share one long. */
final class WindowCount {
  /*
   * Of the index of a window only the lowest bits are kept: its number. There are enough of them
   * that it takes 30 days to come round again. A key left alone for two windows is whole and
   * is forgotten long before that, so two windows of the same number are never confused. Bits
   * depend on the windows alone, not on the limit: a limit that is changed reads the same state.
   *
   * Numbers just ahead of now are later windows, all others are earlier ones. The part that counts
   * as ahead is small, or an old state would pass for a later one and shut its key out for days.
   */
  private static final int AHEAD_SHARE = 16;
  private static final long COMES_ROUND_MICROS = 30L * 24 * 3600 * 1_000_000;
  private static final int FEWEST_WINDOW_BITS = 8;
  private static final int USABLE_BITS = 63;

  private final int counterBits;
  private final long most;
  private final int windowShift;
  private final long windowMask;
  private final long mostAhead;

  private WindowCount(int counterBits, int counters) {
    this.counterBits = counterBits;
    most = (1L << counterBits) - 1;
    windowShift = counters * counterBits;
    windowMask = (1L << (USABLE_BITS - windowShift)) - 1;
    mostAhead = windowMask / AHEAD_SHARE;
  }

  /** For windows of this length, with one counter or, for the window before, a second one. */
  static WindowCount ofPeriod(long periodMicros, int counters) {
    long windows = COMES_ROUND_MICROS / periodMicros;
    int windowBits = Math.max(FEWEST_WINDOW_BITS, 64 - Long.numberOfLeadingZeros(windows));
    return new WindowCount((USABLE_BITS - windowBits) / counters, counters);
  }

  /** For windows of any length, with one counter of so many bits. */
  static WindowCount ofBits(int counterBits) {
    return new WindowCount(counterBits, /* counters= */ 1);
  }

  /**
   * The index of the window to count in: that of now, unless the state speaks of a later one.
   *
   * <p>It can: a thread may read the clock, be held up, and find a state that another thread wrote
   * in the next window. Counting in the earlier window would wipe out what is spent in the later.
   */
  long indexFor(long state, long indexNow) {
    long ahead = ((state >>> windowShift) - indexNow) & windowMask;
    return ahead <= mostAhead && state != NarrowLimit.UNTOUCHED ? indexNow + ahead : indexNow;
  }

  /** The most that can be counted. */
  long most() {
    return most;
  }

  /** True if a state speaks of the window with this index. */
  boolean isOf(long state, long index) {
    return state >>> windowShift == (index & windowMask);
  }

  /** The count in the lowest place: that of the window itself. */
  long current(long state) {
    return state & most;
  }

  /** The count in the second place: that of the window before. */
  long previous(long state) {
    return (state >>> counterBits) & most;
  }

  /** Both counts of a state without its number; more than the most if it has still got one. */
  long sum(long counts) {
    return (counts & most) + (counts >>> counterBits);
  }

  long state(long index, long current) {
    return (index & windowMask) << windowShift | current;
  }

  long state(long index, long previous, long current) {
    return state(index, previous << counterBits | current);
  }
}
