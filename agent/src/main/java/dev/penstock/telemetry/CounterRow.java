package dev.penstock.telemetry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The counts of one thread, or of several virtual threads that share a row. */
final class CounterRow {
  /*
   * A row that is not shared has one writer, so counting is a load, an addition and a store. The
   * store is opaque: other threads see it soon and never see half of it. The array of a group is
   * created with its first count, so a thread that never meets a rule has no array for it.
   */
  private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[][].class);

  /** One cache line at the end of each array, so that no two threads write to the same line. */
  private static final int SLACK = 64 / Long.BYTES;

  /** At most this many calls are skipped between two samples. */
  private static final int SAMPLED_MASK = 63;

  private final Counters counters;
  private final boolean shared;
  private volatile long[] @Nullable [] cells = new long[0][];
  private int toSkip;
  private int random;

  /**
   * @param shared true if several threads write to it concurrently
   */
  CounterRow(Counters counters, boolean shared, int seed) {
    this.counters = counters;
    this.shared = shared;
    random = seed * 0x9E3779B9 | 1;
  }

  Counters counters() {
    return counters;
  }

  void add(CounterGroup group, int at, long amount) {
    add(group.id(), group.length(), at, amount);
  }

  /** The same for a known group index and length, which saves memory accesses. */
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

  /** Adds the counts of a group to these sums. */
  void addTo(long[] sums, int id) {
    long[] own = cellsOf(id);
    for (int i = 0; own != null && i < sums.length; i++) {
      sums[i] += (long) CELL.getOpaque(own, i);
    }
  }

  /**
   * True for about one call in 32, starting with the first. The intervals are irregular, so that
   * periodic traffic does not bias the sample.
   */
  boolean isSampled() {
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
