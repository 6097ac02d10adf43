package dev.penstock.telemetry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What one thread has counted; or, for threads that are too many to have one each, several. */
final class Row {
  /*
   * A row of its own has one writer, so that counting is a load, an addition and a store. The store
   * is opaque: others see it soon, and never half of it. What is counted of a tally is an array that
   * is made when there is something to count: a thread that never meets a rule has nothing of it.
   */
  private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[][].class);

  /** A cache line at the end of each array, so that two threads never write to the same one. */
  private static final int SLACK = 64 / Long.BYTES;

  /** Of about so many calls one is looked at more closely. */
  private static final int SAMPLED_MASK = 31;

  private final boolean shared;
  private volatile long[] @Nullable [] cells = new long[0][];
  private int toSkip;
  private int random;

  /**
   * @param shared true if several threads write to it at once
   */
  Row(boolean shared, int seed) {
    this.shared = shared;
    random = seed * 0x9E3779B9 | 1;
  }

  void add(Tally tally, int at, long amount) {
    long[] own = cellsOf(tally.id());
    if (own == null) {
      own = makeCells(tally);
    }
    if (shared) {
      CELL.getAndAdd(own, at, amount);
    } else {
      CELL.setOpaque(own, at, own[at] + amount);
    }
  }

  private long @Nullable [] cellsOf(int id) {
    long[] @Nullable [] all = cells;
    return id < all.length ? (long[]) CELLS.getAcquire(all, id) : null;
  }

  private synchronized long[] makeCells(Tally tally) {
    long[] known = cellsOf(tally.id());
    if (known != null) {
      return known;
    }
    if (tally.id() >= cells.length) {
      cells = Arrays.copyOf(cells, Math.max(2 * cells.length, tally.id() + 1));
    }
    long[] fresh = new long[tally.length() + SLACK];
    CELLS.setRelease(cells, tally.id(), fresh);
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
   * True for about one call of sixteen, beginning with the first; at irregular intervals, so that
   * traffic with a rhythm of its own looks as it is.
   */
  boolean looksCloser() {
    if (--toSkip >= 0) {
      return false;
    }
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    toSkip = random & SAMPLED_MASK;
    return true;
  }
}
