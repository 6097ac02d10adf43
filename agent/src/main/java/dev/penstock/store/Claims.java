package dev.penstock.store;

import dev.penstock.limit.Limit;
import dev.penstock.limit.NarrowLimit;
import dev.penstock.limit.TokenBucket;
import java.util.Arrays;

/**
 * What one call wants to spend, from which budgets, and what came of it.
 *
 * <p>Made to be reused: a decision that admits allocates nothing.
 */
public final class Claims {
  private static final int USUAL = 8;

  private int size;
  private boolean granted;
  long nowMicros;
  BucketTable[] tables = new BucketTable[USUAL];
  long[] high = new long[USUAL];
  long[] low = new long[USUAL];
  long[] cost = new long[USUAL];

  /** What is on record for each claim, after the decision. */
  long[] state = new long[USUAL];

  /** What will be on record if the claim is charged. */
  long[] next = new long[USUAL];

  /** The limit each claim was judged by; a reload may have changed it since the rules were read. */
  Limit[] limits = new Limit[USUAL];

  /** Where each claim is kept while the decision is made. */
  BucketCells[] cells = new BucketCells[USUAL];

  int[] slots = new int[USUAL];

  /** What a wide state said of itself while its cell was locked. */
  long[] wideRemaining = new long[USUAL];

  long[] wideReset = new long[USUAL];
  long[] wideWait = new long[USUAL];

  /** Forgets the call before. */
  public void clear() {
    size = 0;
    granted = true;
  }

  /** Adds a budget that the call has to be paid from. */
  public void add(Budget budget, long keyHigh, long keyLow, long units) {
    if (size == tables.length) {
      grow();
    }
    tables[size] = (BucketTable) budget;
    // A cell whose first word is zero is an empty one.
    high[size] = keyHigh == 0 ? 1 : keyHigh;
    low[size] = keyLow;
    cost[size] = units;
    limits[size] = tables[size].limit();
    size++;
  }

  /** How many budgets have to grant. */
  public int size() {
    return size;
  }

  /** True if all budgets granted, and were charged. */
  public boolean granted() {
    return granted;
  }

  /** The limit that the claim was judged by. */
  public Limit limit(int claim) {
    return limits[claim];
  }

  /** How many units are left for this claim's key. */
  public long remaining(int claim) {
    return limits[claim] instanceof NarrowLimit narrow
        ? narrow.remaining(state[claim], nowMicros)
        : wideRemaining[claim];
  }

  /** How long until more is left, as told to clients. */
  public long resetMicros(int claim) {
    return limits[claim] instanceof NarrowLimit narrow
        ? narrow.resetMicros(state[claim], nowMicros)
        : wideReset[claim];
  }

  /** How long until this claim alone would be granted; 0 if it was, or would have been. */
  public long waitMicros(int claim) {
    if (granted) {
      return 0;
    }
    return limits[claim] instanceof NarrowLimit narrow
        ? narrow.waitMicros(state[claim], nowMicros, cost[claim])
        : wideWait[claim];
  }

  /** How long the call has to be held before it goes on, to keep the pace of a claim. */
  public long delayMicros(int claim) {
    return granted && limits[claim] instanceof TokenBucket bucket
        ? bucket.delayMicros(state[claim], nowMicros)
        : 0;
  }

  /** What was charged for a claim, to be given back later. */
  public Receipt receipt(int claim) {
    return new Receipt(tables[claim], high[claim], low[claim], cost[claim], nowMicros);
  }

  void settled(boolean allGranted) {
    granted = allGranted;
  }

  private void grow() {
    int larger = size * 2;
    tables = Arrays.copyOf(tables, larger);
    high = Arrays.copyOf(high, larger);
    low = Arrays.copyOf(low, larger);
    cost = Arrays.copyOf(cost, larger);
    state = Arrays.copyOf(state, larger);
    next = Arrays.copyOf(next, larger);
    limits = Arrays.copyOf(limits, larger);
    cells = Arrays.copyOf(cells, larger);
    slots = Arrays.copyOf(slots, larger);
    wideRemaining = Arrays.copyOf(wideRemaining, larger);
    wideReset = Arrays.copyOf(wideReset, larger);
    wideWait = Arrays.copyOf(wideWait, larger);
  }
}
