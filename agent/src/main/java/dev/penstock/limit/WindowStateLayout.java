package dev.penstock.limit;

/** Encodes the number of a window and its counters in one long. */
final class WindowStateLayout {
  /*
   * Layout, from the sign bit down: 0 | window number | [count of the previous window] | count
   *
   * The window number is the lowest bits of the window's index. It has so many bits that it repeats
   * after 30 days at the earliest. The store drops a key that is idle for two windows long before
   * that, so two windows with the same number are never confused. The layout depends on the length
   * of the windows only, not on the permits, so a reload with another number of permits reads the
   * same state.
   *
   * A number up to 1/16 of the number range ahead of now means a later window, any other number an
   * earlier one. The share is small because an old state that is taken for a later window blocks
   * its key until that window.
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

  private WindowStateLayout(int counterBits, int counters) {
    this.counterBits = counterBits;
    most = (1L << counterBits) - 1;
    windowShift = counters * counterBits;
    windowMask = (1L << (USABLE_BITS - windowShift)) - 1;
    mostAhead = windowMask / AHEAD_SHARE;
  }

  /** For windows of this length, with one counter, or two to keep the previous window as well. */
  static WindowStateLayout ofPeriod(long periodMicros, int counters) {
    long windows = COMES_ROUND_MICROS / periodMicros;
    int windowBits = Math.max(FEWEST_WINDOW_BITS, 64 - Long.numberOfLeadingZeros(windows));
    return new WindowStateLayout((USABLE_BITS - windowBits) / counters, counters);
  }

  /** For windows of any length, with one counter of {@code counterBits} bits. */
  static WindowStateLayout ofBits(int counterBits) {
    return new WindowStateLayout(counterBits, /* counters= */ 1);
  }

  /**
   * The index of the window to count in: the current one, unless the state belongs to a later one.
   *
   * <p>That happens if a thread reads the clock, is delayed, and then finds a state that another
   * thread wrote in the next window. Counting in the earlier window would erase the counts of the
   * later one.
   */
  long indexFor(long state, long indexNow) {
    long ahead = ((state >>> windowShift) - indexNow) & windowMask;
    return ahead <= mostAhead && state != NarrowLimit.UNTOUCHED ? indexNow + ahead : indexNow;
  }

  /** The largest value of a counter. */
  long most() {
    return most;
  }

  /** True if the state belongs to the window with this index. */
  boolean isOf(long state, long index) {
    return state >>> windowShift == (index & windowMask);
  }

  /** The count of the window itself. */
  long current(long state) {
    return state & most;
  }

  /** The count of the window before it. */
  long previous(long state) {
    return (state >>> counterBits) & most;
  }

  /**
   * The sum of both counts of a state without window number; larger than any count if it has one.
   */
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
