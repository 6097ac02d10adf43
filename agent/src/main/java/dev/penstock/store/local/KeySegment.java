package dev.penstock.store.local;

import dev.penstock.limit.CarryOver;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SpentUnits;
import dev.penstock.limit.WideLimit;
import java.util.concurrent.locks.ReentrantLock;

/** One part of a table. Keys are added under a lock and charged without one. */
final class KeySegment {
  /*
   * Growing, shrinking, removing keys and changing the limit are the same step, `copy`: it takes every
   * state out of the old cells, exactly once, and puts it into new ones unless its key has nothing
   * spent. A thread that finds the state of its cell taken looks again in the new cells.
   */
  private static final int FEWEST_CELLS = 4;

  /** Cells are copied to a table this much larger than what lives in it ... */
  private static final double ROOM_AFTER_COPY = 1.65;

  /** ... and copied again when it is fuller than this. */
  private static final double FULLEST = 0.75;

  /** A full store is searched for removable keys at most this often per segment. */
  private static final long REMOVE_EVERY_MICROS = 1_000_000;

  private final ReentrantLock lock = new ReentrantLock();

  /** The places of its keys. */
  private volatile KeyPlaces places;

  private volatile KeyCells cells;
  private int keys;
  private long copiedAtMicros = Long.MIN_VALUE / 2;

  KeySegment(Limit limit, KeyPlaces places) {
    this.places = places;
    cells = new KeyCells(limit, FEWEST_CELLS);
  }

  KeyCells cells() {
    return cells;
  }

  KeyPlaces places() {
    return places;
  }

  int keys() {
    lock.lock();
    try {
      return keys;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Adds a key that has a place; false if the key exists already, or if the limit or the places of
   * this segment have changed since.
   */
  @SuppressWarnings("ReferenceEquality") // each limit has one object for its places
  boolean insert(KeyPlaces countedBy, LocalClaim claim, long state, long nowMicros) {
    lock.lock();
    try {
      if (cells.limit != claim.limit() || places != countedBy) {
        return false;
      }
      if (keys + 1 > cells.capacity * FULLEST) {
        copy(cells.limit, nowMicros, /* spare= */ 1);
      }
      int slot = cells.find(claim.high(), claim.low());
      if (slot >= 0) {
        return false;
      }
      long[] wide = cells.limit instanceof WideLimit limit ? limit.untouched() : null;
      cells.put(-1 - slot, claim.high(), claim.low(), state, wide);
      keys++;
      return true;
    } finally {
      lock.unlock();
    }
  }

  void removeUnspentIfDue(long nowMicros) {
    lock.lock();
    try {
      if (nowMicros - copiedAtMicros >= REMOVE_EVERY_MICROS) {
        copy(cells.limit, nowMicros, /* spare= */ 0);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Removes keys that have nothing spent, if there are any. */
  void sweep(long nowMicros) {
    lock.lock();
    try {
      KeyCells current = cells;
      for (int slot = 0; slot < current.capacity; slot++) {
        if (current.occupied(slot) && current.isUnspent(slot, nowMicros)) {
          copy(current.limit, nowMicros, /* spare= */ 0);
          return;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  void change(Limit limit, long nowMicros) {
    lock.lock();
    try {
      if (cells.limit != limit) {
        copy(limit, nowMicros, /* spare= */ 0);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Releases the places of its keys, which occupy other places from now on. */
  @SuppressWarnings("ReferenceEquality") // each limit has one object for its places
  void countIn(KeyPlaces others) {
    lock.lock();
    try {
      if (places != others) {
        places.release(keys);
        others.takeAnyway(keys);
        places = others;
      }
    } finally {
      lock.unlock();
    }
  }

  private void copy(Limit newLimit, long nowMicros, int spare) {
    KeyCells old = cells;
    KeyCells fresh = null;
    try {
      int living = keys - dropUnspent(old, nowMicros);
      int room = Math.max(FEWEST_CELLS, (int) Math.ceil((living + spare) * ROOM_AFTER_COPY));
      fresh = new KeyCells(newLimit, room);
      for (int slot = 0; slot < old.capacity; slot++) {
        if (old.occupied(slot) && old.state(slot) != KeyCells.MOVED) {
          moveInto(fresh, old, slot, nowMicros);
        }
      }
      places.release(keys - living);
      keys = living;
      copiedAtMicros = nowMicros;
      cells = fresh;
    } finally {
      if (cells == old) {
        old.takeBack(fresh);
      }
    }
  }

  private static void moveInto(KeyCells fresh, KeyCells old, int slot, long nowMicros) {
    int place = -1 - fresh.find(old.high(slot), old.low(slot));
    long state = old.takeState(slot);
    long[] wide = old.wideOrNull(slot);
    if (fresh.limit == old.limit || fresh.limit.sharesStateWith(old.limit)) {
      fresh.put(place, old.high(slot), old.low(slot), state, wide);
      return;
    }
    SpentUnits spent =
        CarryOver.carried(
            old.limit, fresh.limit, CarryOver.spent(old.limit, state, wide, nowMicros));
    fresh.put(
        place,
        old.high(slot),
        old.low(slot),
        CarryOver.state(fresh.limit, spent, nowMicros),
        CarryOver.wideState(fresh.limit, spent, nowMicros));
  }

  /** Drops keys that have nothing spent; from now on they can be charged only in new cells. */
  private static int dropUnspent(KeyCells cells, long nowMicros) {
    int dropped = 0;
    for (int slot = 0; slot < cells.capacity; slot++) {
      if (cells.occupied(slot) && cells.dropIfUnspent(slot, nowMicros)) {
        dropped++;
      }
    }
    return dropped;
  }
}
