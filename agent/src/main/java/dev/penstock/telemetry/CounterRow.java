package dev.penstock.telemetry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What one thread has counted; or, for threads that are too many to have one each, several. */
final class CounterRow {
  /*
   * A row of its own has one writer, so that counting is a load, an addition and a store. The store
   * is opaque: others see it soon, and never half of it. What is counted of a tally is an array that
   * is made when there is something to count: a thread that never meets a rule has nothing of it.
   */
  private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[][].class);

  /** A cache line at the end of each array, so that two threads never write to the same one. */
  private static final int SLACK = 64 / Long.BYTES;

  /** At most so many calls pass before one is looked at more closely. */
  private static final int SAMPLED_MASK = 63;

  private final Counters counters;
  private final boolean shared;
  private volatile long[] @Nullable [] cells = new long[0][];
  private int toSkip;
  private int random;

  /**
   * @param shared true if several threads write to it at once
   */
  CounterRow(Counters counters, boolean shared, int seed) {
    this.counters = counters;
    this.shared = shared;
    random = seed * 0x9E3779B9 | 1;
  }

  Counters counters() {
    return counters;
  }

  void add(CounterGroup tally, int at, long amount) {
    add(tally.id(), tally.length(), at, amount);
  }

  /** The same for a tally that is known by its place and length: fewer steps through memory. */
  void add(int id, int length, int at, long amount) {
    long[] own = cellsOf(id);
    if (own == null) {
      own = makeCells(id, length);
    }
    if (shared) {
      CELL.getAndAdd(own, at, amount);
    } else {
      CELL.setOpaque(own, at, own[at] + amount);
    }
  }

  private long @Nullable [] cellsOf(int id) {
    long[] @Nullable [] all = cells;
    return id < all.length ? all[id] : null;
  }

  private synchronized long[] makeCells(int id, int length) {
    long[] known = cellsOf(id);
    if (known != null) {
      return known;
    }
    if (id >= cells.length) {
      cells = Arrays.copyOf(cells, Math.max(2 * cells.length, id + 1));
    }
    long[] fresh = new long[length + SLACK];
    CELLS.setRelease(cells, id, fresh);
    return fresh;
  }

  /** Adds what was counted of a tally to these sums. */
  void addTo(long[] sums, int id) {
    long[] own = cellsOf(id);
    for (int i = 0; own != null && i < sums.length; i++) {
      sums[i] += (long) CELL.getOpaque(own, i);
    }
  }

  /**
   * True for about one call of 32, beginning with the first; at irregular intervals, so that
   * traffic with a rhythm of its own looks as it is.
   */
  boolean looksCloser() {
    if (--toSkip >= 0) {
      return false;
    }
    toSkip = skips();
    return true;
  }

  private int skips() {
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    return random & SAMPLED_MASK;
  }
}
