package dev.penstock.telemetry;

import dev.penstock.thread.VirtualThreads;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** Counts what many threads do, without making any of them wait for another. */
public final class Counters {
  /*
   * Every platform thread has a row of its own that nobody else writes to; whoever wants to know adds
   * all rows up. That is exact, and while nobody counts it is all there is. The row of a thread that
   * has ended is added to the counts of those that are gone, under the same lock as a sum is taken:
   * no count ever goes back.
   *
   * Virtual threads come and go by the million, so they share a few rows and count there atomically.
   */
  private static final int SHARED_ROWS = 16;

  /** So many new rows may be there before somebody looks which threads have ended. */
  private static final int NEW_ROWS = 256;

  private final ThreadLocal<CounterRow> row = ThreadLocal.withInitial(this::newRow);
  private final CounterRow[] sharedRows = new CounterRow[SHARED_ROWS];
  private final List<Owned> owned = new ArrayList<>();
  private final List<CounterGroup> tallies = new ArrayList<>();
  private final CounterRow gone =
      new CounterRow(/* counters= */ this, /* shared= */ false, /* seed= */ 0);
  private int newRows;

  public Counters() {
    Arrays.setAll(sharedRows, at -> new CounterRow(/* counters= */ this, /* shared= */ true, at));
  }

  /** So many counts that belong together, for good. */
  synchronized CounterGroup newTally(int length) {
    CounterGroup tally = new CounterGroup(/* counters= */ this, tallies.size(), length);
    tallies.add(tally);
    return tally;
  }

  /** Where the calling thread counts. */
  CounterRow row() {
    return row.get();
  }

  private CounterRow newRow() {
    Thread thread = Thread.currentThread();
    return VirtualThreads.includes(thread)
        ? sharedRows[(int) (thread.getId() & (SHARED_ROWS - 1))]
        : ownRow(thread);
  }

  private synchronized CounterRow ownRow(Thread thread) {
    if (++newRows % NEW_ROWS == 0) {
      tidy();
    }
    for (Owned each : owned) {
      // There are pools whose threads forget all that they have of their own between two tasks.
      if (each.thread.get() == thread) {
        return each.row;
      }
    }
    CounterRow fresh = new CounterRow(/* counters= */ this, /* shared= */ false, newRows);
    owned.add(new Owned(new WeakReference<>(thread), fresh));
    return fresh;
  }

  /** Lets go of the rows of threads that have ended; to be called now and then. */
  public synchronized void tidy() {
    for (Iterator<Owned> all = owned.iterator(); all.hasNext(); ) {
      Owned each = all.next();
      Thread thread = each.thread.get();
      if (thread == null || !thread.isAlive()) {
        takeOver(each.row);
        all.remove();
      }
    }
  }

  private void takeOver(CounterRow ended) {
    for (CounterGroup tally : tallies) {
      long[] sums = new long[tally.length()];
      ended.addTo(sums, tally.id());
      for (int i = 0; i < sums.length; i++) {
        if (sums[i] != 0) {
          gone.add(tally, i, sums[i]);
        }
      }
    }
  }

  /** How many threads have a row of their own. */
  synchronized int ownRows() {
    return owned.size();
  }

  synchronized long[] read(CounterGroup tally) {
    long[] sums = new long[tally.length()];
    gone.addTo(sums, tally.id());
    for (CounterRow each : sharedRows) {
      each.addTo(sums, tally.id());
    }
    for (Owned each : owned) {
      each.row.addTo(sums, tally.id());
    }
    return sums;
  }

  private record Owned(WeakReference<Thread> thread, CounterRow row) {}
}
