package dev.penstock.store;

import dev.penstock.limit.Limit;

/** One budget that a call has to be paid from, and where its key is kept while that is decided. */
final class Claim {
  /*
   * A thread that comes with the same key again, as it does for a budget that everybody shares,
   * does not look for its cell again. That is safe because a cell never becomes another key's, and
   * says so when its state was moved elsewhere.
   */
  private static final int NOT_FOUND = -1;

  /** Who was overtaken tries again at once: whoever overtook it is done. */
  private static final int AT_ONCE = 8;

  private BucketTable table;
  private BucketCells cells;

  /** The key's place in the cells; negative if it has none, or was not looked for yet. */
  private int slot = NOT_FOUND;

  private long high;
  private long low;
  private long cost;
  private long state;
  private long next;

  Claim(BucketTable table) {
    this.table = table;
    cells = table.cellsOf(0);
  }

  void start(BucketTable newTable, long keyHigh, long keyLow, long units) {
    // A cell whose first word is zero is an empty one.
    long newHigh = keyHigh == 0 ? 1 : keyHigh;
    if (table != newTable || high != newHigh || low != keyLow) {
      table = newTable;
      moveTo(newHigh, keyLow);
    }
    cost = units;
  }

  /** Stands for this key from now on. */
  void moveTo(long newHigh, long newLow) {
    high = newHigh;
    low = newLow;
    slot = NOT_FOUND;
  }

  long high() {
    return high;
  }

  long low() {
    return low;
  }

  /** The limit it was judged by; a reload may have changed it since the rules were read. */
  Limit limit() {
    return cells.limit;
  }

  /** What is on record for the key, after the decision. */
  long state() {
    return state;
  }

  long cost() {
    return cost;
  }

  /** Reads the key's state and works out the next one; false if it is refused. Writes nothing. */
  boolean judge(long nowMicros) {
    state = read();
    next = cells.limit.spend(state, nowMicros, cost);
    return next != Limit.REFUSED;
  }

  private long read() {
    for (int spins = 0; ; spins++) {
      if (slot < 0) {
        cells = table.cellsOf(high);
        slot = cells.find(high, low);
      }
      if (slot < 0) {
        return Limit.UNTOUCHED;
      }
      long found = cells.state(slot);
      if (found >= 0) {
        return found;
      }
      if (Spin.isHopeless(spins)) {
        cells.breakLock(slot, found);
      }
      slot = NOT_FOUND;
      Spin.pause(spins);
    }
  }

  /** Judges and charges at once, for a call that is paid from this budget alone. */
  boolean settle(long nowMicros) {
    for (int spins = 0; ; spins++) {
      long before = read();
      long after = cells.limit.spend(before, nowMicros, cost);
      if (after == Limit.REFUSED) {
        state = before;
        return false;
      }
      if (slot >= 0 ? cells.replace(slot, before, after) : table.insert(this, after, nowMicros)) {
        state = after;
        return true;
      }
      if (spins > AT_ONCE) {
        Spin.pause(spins);
      }
    }
  }

  /** True if the key has a cell to lock; if not, it is given one, and has it next time. */
  boolean isPresent(long nowMicros) {
    if (slot < 0) {
      table.insert(this, Limit.UNTOUCHED, nowMicros);
      return false;
    }
    return true;
  }

  /** Locks the key's cell; false if its state is not the one that was judged. */
  boolean lock() {
    return cells.lock(slot, state);
  }

  void unlock() {
    cells.unlock(slot, state);
  }

  void chargeAndUnlock() {
    state = next;
    cells.unlock(slot, next);
  }
}
