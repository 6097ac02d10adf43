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

/** A claim to a budget of this JVM, and where its key is kept while that is decided. */
final class LocalClaim extends Claim {
  /*
   * A thread that comes with the same key again, as it does for a budget that everybody shares,
   * does not look for its cell again. That is safe because a cell never becomes another key's, and
   * says so when its state was moved elsewhere.
   */
  private static final int NOT_FOUND = -1;

  /** Who was overtaken tries again at once: whoever overtook it is done. */
  private static final int AT_ONCE = 8;

  private KeyTable table;
  private KeyCells cells;

  /** The key's place in the cells; negative if it has none, or was not looked for yet. */
  private int slot = NOT_FOUND;

  private long state;
  private long next;
  private long chargedAtMicros;

  /** What a wide state said of itself while its cell was locked. */
  private long wideRemaining;

  private long wideReset;
  private long wideWait;

  LocalClaim(KeyTable table) {
    this.table = table;
    cells = table.cellsOf(0);
  }

  /** The same claim, for another time and thread. */
  LocalClaim(LocalClaim other) {
    this(other.table);
    start(other.table, other.high, other.low, other.cost);
  }

  void start(KeyTable newTable, long keyHigh, long keyLow, long units) {
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
    remarks = 0;
  }

  Store store() {
    return table.store();
  }

  @Override
  public ClaimedKey key() {
    return new ClaimedKey(table, high, low);
  }

  @Override
  public Limit limit() {
    return cells.limit;
  }

  long chargedAtMicros() {
    return chargedAtMicros;
  }

  /** What is on record for the key, after the decision. */
  long state() {
    return state;
  }

  /** Reads the key's state and works out the next one; false if it is refused. Spends nothing. */
  boolean judge(long nowMicros) {
    for (int spins = 0; ; spins++) {
      state = read();
      NarrowLimit narrow = cells.narrow;
      if (narrow != null) {
        next = QueueWait.spendFrom(narrow, state, nowMicros, cost, fullForMicros());
        return next != NarrowLimit.REFUSED;
      }
      if (judgeWide((WideLimit) cells.limit, nowMicros)) {
        return next != NarrowLimit.REFUSED;
      }
      SpinWait.pause(spins);
    }
  }

  /** Notes what a wide state says of itself; false if its cell could not be locked. */
  private boolean judgeWide(WideLimit limit, long nowMicros) {
    if (slot < 0) {
      note(limit, limit.untouched(), nowMicros);
      return true;
    }
    if (!cells.lock(slot, state)) {
      return false;
    }
    try {
      note(limit, cells.wide(slot), nowMicros);
    } finally {
      cells.unlock(slot, state, state);
    }
    return true;
  }

  private void note(WideLimit limit, long[] wide, long nowMicros) {
    boolean fits = limit.fits(wide, nowMicros, cost);
    next = fits ? state + 1 : NarrowLimit.REFUSED;
    wideRemaining = limit.remaining(wide, nowMicros);
    wideReset = limit.resetMicros(wide, nowMicros);
    wideWait = fits ? 0 : limit.waitMicros(wide, nowMicros, cost);
  }

  private long read() {
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

  /** Judges and charges at once, for a call that is paid from this budget alone. */
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
      if (spins > AT_ONCE) {
        SpinWait.pause(spins);
      }
    }
  }

  private boolean settleWide(long nowMicros) {
    for (int spins = 0; ; spins++) {
      if (!judge(nowMicros)) {
        return false;
      }
      if (isPresent(nowMicros) && lock()) {
        chargeAndUnlock(nowMicros);
        return true;
      }
      SpinWait.pause(spins);
    }
  }

  /** True if the key has a cell to lock; if not, it is given one, and has it next time. */
  boolean isPresent(long nowMicros) {
    if (slot < 0) {
      table.insert(this, NarrowLimit.UNTOUCHED, nowMicros);
      return false;
    }
    return true;
  }

  /** Locks the key's cell; false if its state is not the one that was judged. */
  boolean lock() {
    return cells.lock(slot, state);
  }

  void unlock() {
    cells.unlock(slot, state, state);
  }

  /**
   * Charges at once, as the last of several whose others are locked; false if its state is not the
   * one that was judged.
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

  /** Takes back its own charge, and sees what is on record then. */
  void revoke(long nowMicros) {
    new LocalReceipt(/* claim= */ this).giveBack(Refund.CHARGE, nowMicros);
    judge(nowMicros);
  }

  /** Takes back a charge, as far as its key is still there. */
  void giveBack(LocalReceipt receipt, Refund refund, long nowMicros) {
    for (int spins = 0; ; spins++) {
      state = read();
      if (slot < 0 || !receipt.isFor(cells.limit) || tryGiveBack(receipt, refund, nowMicros)) {
        return;
      }
      SpinWait.pause(spins);
    }
  }

  private boolean tryGiveBack(LocalReceipt receipt, Refund refund, long nowMicros) {
    NarrowLimit narrow = cells.narrow;
    if (narrow != null) {
      return cells.replace(slot, state, receipt.after(narrow, state, refund, nowMicros));
    }
    if (!cells.lock(slot, state)) {
      return false;
    }
    WideLimit wide = (WideLimit) cells.limit;
    cells.setWide(slot, receipt.after(wide, cells.wide(slot), refund, nowMicros));
    cells.unlock(slot, state, state + 1);
    return true;
  }

  @Override
  public long remaining(long nowMicros) {
    NarrowLimit narrow = QueueWait.seen(cells.narrow, fullForMicros());
    return narrow == null ? wideRemaining : narrow.remaining(state, nowMicros);
  }

  @Override
  public long resetMicros(long nowMicros) {
    NarrowLimit narrow = QueueWait.seen(cells.narrow, fullForMicros());
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
