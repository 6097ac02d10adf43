package dev.penstock.telemetry;

import dev.penstock.thread.VirtualThreads;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** Counters for many threads, which never wait for each other. */
public final class Counters {
  /*
   * Each platform thread has its own row, which no other thread writes to. A reader adds up all
   * rows; the sum is exact. The row of a thread that has ended is added to a common row under the
   * lock that readers take, so no sum ever decreases.
   *
   * There may be millions of virtual threads, so they share a few rows and count atomically.
   */
  private static final int SHARED_ROWS = 16;

  /** After this many new rows, rows of threads that have ended are merged. */
  private static final int NEW_ROWS_PER_MERGE = 256;

  private final ThreadLocal<CounterRow> row = ThreadLocal.withInitial(this::newRow);
  private final CounterRow[] sharedRows = new CounterRow[SHARED_ROWS];
  private final List<ThreadRow> threadRows = new ArrayList<>();
  private final List<CounterGroup> groups = new ArrayList<>();
  private final CounterRow merged =
      new CounterRow(/* counters= */ this, /* shared= */ false, /* seed= */ 0);
  private int newRows;

  public Counters() {
    Arrays.setAll(sharedRows, at -> new CounterRow(/* counters= */ this, /* shared= */ true, at));
  }

  /** Creates a group of counts. Groups are never removed. */
  synchronized CounterGroup newGroup(int length) {
    CounterGroup group = new CounterGroup(/* counters= */ this, groups.size(), length);
    groups.add(group);
    return group;
  }

  /** Returns the row of the calling thread. */
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
    if (++newRows % NEW_ROWS_PER_MERGE == 0) {
      mergeEndedThreads();
    }
    for (ThreadRow each : threadRows) {
      // Some pools clear the thread locals of their threads between tasks.
      if (each.thread.get() == thread) {
        return each.row;
      }
    }
    CounterRow created = new CounterRow(/* counters= */ this, /* shared= */ false, newRows);
    threadRows.add(new ThreadRow(new WeakReference<>(thread), created));
    return created;
  }

  /** Merges the rows of threads that have ended into a common row. Called periodically. */
  public synchronized void mergeEndedThreads() {
    for (Iterator<ThreadRow> all = threadRows.iterator(); all.hasNext(); ) {
      ThreadRow each = all.next();
      Thread thread = each.thread.get();
      if (thread == null || !thread.isAlive()) {
        merge(each.row);
        all.remove();
      }
    }
  }

  private void merge(CounterRow ended) {
    for (CounterGroup group : groups) {
      long[] sums = new long[group.length()];
      ended.addTo(sums, group.id());
      for (int i = 0; i < sums.length; i++) {
        if (sums[i] != 0) {
          merged.add(group, i, sums[i]);
        }
      }
    }
  }

  /** Returns the number of threads that have a row. */
  synchronized int ownRows() {
    return threadRows.size();
  }

  synchronized long[] read(CounterGroup group) {
    long[] sums = new long[group.length()];
    merged.addTo(sums, group.id());
    for (CounterRow each : sharedRows) {
      each.addTo(sums, group.id());
    }
    for (ThreadRow each : threadRows) {
      each.row.addTo(sums, group.id());
    }
    return sums;
  }

  private record ThreadRow(WeakReference<Thread> thread, CounterRow row) {}
}
