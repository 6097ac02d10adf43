package dev.penstock.store.local;

import dev.penstock.limit.Limit;
import dev.penstock.limit.NarrowLimit;
import dev.penstock.limit.TokenBucket;
import dev.penstock.limit.WideLimit;
import dev.penstock.store.Claim;
import dev.penstock.store.ClaimedKey;
import dev.penstock.store.QueueWait;
import dev.penstock.store.Receipt;
import dev.penstock.store.Refund;
import dev.penstock.store.Store;

/** A claim to a budget in this JVM, with the cell of its key. */
final class LocalClaim extends Claim {
  /*
   * A reused claim keeps the cell of its last key, because a budget that all clients share has the
   * same key each time. That is safe because a cell never changes its key, and its state says if it
   * was moved to another table.
   */
  private static final int NOT_FOUND = -1;

  /**
   * How often to retry without a pause after another thread was faster, because that one is done.
   */
  private static final int RETRIES_WITHOUT_PAUSE = 8;

  private KeyTable table;
  private KeyCells cells;

  /** The slot of the key in the cells; negative if it has none or was not looked up yet. */
  private int slot = NOT_FOUND;

  private long state;
  private long next;
  private long chargedAtMicros;

  /** Values of a wide state, read while its cell was locked. */
  private long wideRemaining;

  private long wideReset;
  private long wideWait;

  LocalClaim(KeyTable table) {
    this.table = table;
    cells = table.cellsOf(0);
  }

  /** A copy for a receipt, which is used later and by other threads. */
  LocalClaim(LocalClaim other) {
    this(other.table);
    start(other.table, other.high, other.low, other.cost);
  }

  void start(KeyTable newTable, long keyHigh, long keyLow, long units) {
    // A cell whose first word is zero is empty.
    long newHigh = keyHigh == 0 ? 1 : keyHigh;
    if (table != newTable || high != newHigh || low != keyLow) {
      table = newTable;
      useKey(newHigh, keyLow);
    }
    cost = units;
  }

  /** Changes the key of this claim. */
  void useKey(long newHigh, long newLow) {
    high = newHigh;
    low = newLow;
    slot = NOT_FOUND;
    remarks = 0;
  }

  Store store() {
    return table.store();
  }

  @Override
  public ClaimedKey key() {
    return new ClaimedKey(table, high, low);
  }

  KeyCells cells() {
    return cells;
  }

  /** Negative if the key has no cell. */
  int slot() {
    return slot;
  }

  @Override
  public Limit limit() {
    return cells.limit;
  }

  long chargedAtMicros() {
    return chargedAtMicros;
  }

  /** The state of the key after the decision. */
  long state() {
    return state;
  }

  /** Reads the state and computes the next one without spending; false if the limit rejects. */
  boolean check(long nowMicros) {
    for (int spins = 0; ; spins++) {
      state = read();
      NarrowLimit narrow = cells.narrow;
      if (narrow != null) {
        next = QueueWait.spendFrom(narrow, state, nowMicros, cost, fullForMicros());
        return next != NarrowLimit.REFUSED;
      }
      if (checkWide((WideLimit) cells.limit, nowMicros)) {
        return next != NarrowLimit.REFUSED;
      }
      SpinWait.pause(spins);
    }
  }

  /** Checks a wide state; false if its cell could not be locked. */
  private boolean checkWide(WideLimit limit, long nowMicros) {
    if (slot < 0) {
      checkWideState(limit, limit.untouched(), nowMicros);
      return true;
    }
    if (!cells.lock(slot, state)) {
      return false;
    }
    try {
      checkWideState(limit, cells.wide(slot), nowMicros);
    } finally {
      cells.unlock(slot, state, state);
    }
    return true;
  }

  private void checkWideState(WideLimit limit, long[] wide, long nowMicros) {
    boolean fits = limit.fits(wide, nowMicros, cost);
    next = fits ? state + 1 : NarrowLimit.REFUSED;
    wideRemaining = limit.remaining(wide, nowMicros);
    wideReset = limit.resetMicros(wide, nowMicros);
    wideWait = fits ? 0 : limit.waitMicros(wide, nowMicros, cost);
  }

  /** Reads the state of the key, and looks up its cell again if necessary. */
  long read() {
    for (int spins = 0; ; spins++) {
      if (slot < 0) {
        cells = table.cellsOf(high);
        slot = cells.find(high, low);
      }
      if (slot < 0) {
        return NarrowLimit.UNTOUCHED;
      }
      long found = cells.state(slot);
      if (found >= 0) {
        return found;
      }
      if (SpinWait.isHopeless(spins)) {
        cells.breakLock(slot, found);
      }
      slot = NOT_FOUND;
      SpinWait.pause(spins);
    }
  }

  /** Checks and charges in one step, for a call that needs this budget only. */
  boolean settle(long nowMicros) {
    for (int spins = 0; ; spins++) {
      long before = read();
      NarrowLimit narrow = cells.narrow;
      if (narrow == null) {
        return settleWide(nowMicros);
      }
      long after = QueueWait.spendFrom(narrow, before, nowMicros, cost, fullForMicros());
      if (after == NarrowLimit.REFUSED) {
        state = before;
        return false;
      }
      if (slot >= 0 ? cells.replace(slot, before, after) : table.insert(this, after, nowMicros)) {
        state = after;
        chargedAtMicros = nowMicros;
        return true;
      }
      if (spins > RETRIES_WITHOUT_PAUSE) {
        SpinWait.pause(spins);
      }
    }
  }

  private boolean settleWide(long nowMicros) {
    for (int spins = 0; ; spins++) {
      if (!check(nowMicros)) {
        return false;
      }
      if (isPresent(nowMicros) && lock()) {
        chargeAndUnlock(nowMicros);
        return true;
      }
      SpinWait.pause(spins);
    }
  }

  /** True if the key has a cell; if not, adds one, which the next check finds. */
  boolean isPresent(long nowMicros) {
    if (slot < 0) {
      table.insert(this, NarrowLimit.UNTOUCHED, nowMicros);
      return false;
    }
    return true;
  }

  /** Locks the cell; false if its state has changed since the check. */
  boolean lock() {
    return cells.lock(slot, state);
  }

  void unlock() {
    cells.unlock(slot, state, state);
  }

  /**
   * Charges the last of several claims, while the others are locked; false if the state has changed
   * since the check.
   */
  boolean chargeLast(long nowMicros) {
    if (cells.narrow == null) {
      boolean locked = lock();
      if (locked) {
        chargeAndUnlock(nowMicros);
      }
      return locked;
    }
    if (!cells.replace(slot, state, next)) {
      return false;
    }
    state = next;
    chargedAtMicros = nowMicros;
    return true;
  }

  void chargeAndUnlock(long nowMicros) {
    if (cells.narrow == null) {
      WideLimit limit = (WideLimit) cells.limit;
      long[] wide = limit.spend(cells.wide(slot), nowMicros, cost);
      cells.setWide(slot, wide);
      wideRemaining = limit.remaining(wide, nowMicros);
      wideReset = limit.resetMicros(wide, nowMicros);
    }
    cells.unlock(slot, state, next);
    state = next;
    chargedAtMicros = nowMicros;
  }

  /** Refunds its own charge, and reads the state again. */
  void revoke(long nowMicros) {
    new LocalReceipt(/* claim= */ this).refund(Refund.CHARGE, nowMicros);
    check(nowMicros);
  }

  @Override
  public long remaining(long nowMicros) {
    NarrowLimit narrow = QueueWait.visibleLimit(cells.narrow, fullForMicros());
    return narrow == null ? wideRemaining : narrow.remaining(state, nowMicros);
  }

  @Override
  public long resetMicros(long nowMicros) {
    NarrowLimit narrow = QueueWait.visibleLimit(cells.narrow, fullForMicros());
    return narrow == null ? wideReset : narrow.resetMicros(state, nowMicros);
  }

  @Override
  public long waitMicros(long nowMicros) {
    NarrowLimit narrow = cells.narrow;
    return narrow == null
        ? wideWait
        : QueueWait.waitMicros(narrow, state, nowMicros, cost, fullForMicros());
  }

  @Override
  public long delayMicros(long nowMicros) {
    return cells.limit instanceof TokenBucket bucket ? bucket.delayMicros(state, nowMicros) : 0;
  }

  @Override
  public Receipt receipt() {
    return new LocalReceipt(/* claim= */ this);
  }
}
