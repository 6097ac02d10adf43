package dev.penstock.store.local;

import dev.penstock.limit.Limit;
import dev.penstock.limit.NarrowLimit;
import dev.penstock.limit.WideLimit;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A flat table of fixed size with keys, which are hashes of 128 bits, and their states. */
final class KeyCells {
  /*
   * A cell is three longs: two of key, one of state. The first word of the key is written last and
   * read first, so a reader that sees it sees the rest. Cells are never emptied or moved in place. A
   * table that has to change its size, drop keys or change its limit is copied as a whole. Each old
   * state is then marked MOVED, so that no thread can charge it any more.
   */
  static final int WORDS = 3;
  private static final int LOW = 1;
  private static final int STATE = 2;

  /** The state of a cell that has been copied to another table. */
  static final long MOVED = -1;

  /** Set in the state of a cell while several cells are charged together. */
  private static final long LOCK = Long.MIN_VALUE;

  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  final Limit limit;

  /** The limit if it is a narrow one, cached because every decision needs it; else null. */
  final @Nullable NarrowLimit narrow;

  final int capacity;
  private final long[] words;

  /**
   * The states of a wide limit, by slot. Only the thread that has locked a cell touches its state.
   * The state word of the cell is then a number that changes with it.
   */
  private final long @Nullable [] @Nullable [] wide;

  KeyCells(Limit limit, int capacity) {
    this.limit = limit;
    narrow = limit instanceof NarrowLimit one ? one : null;
    this.capacity = capacity;
    words = new long[capacity * WORDS];
    wide = narrow == null ? new long[capacity][] : null;
  }

  /** The slot of a key, or the slot where it would go as {@code -1 - slot}. */
  int find(long high, long low) {
    int slot = (int) (((low >>> 32) * capacity) >>> 32);
    while (true) {
      long found = (long) WORD.getAcquire(words, slot * WORDS);
      if (found == 0) {
        return -1 - slot;
      }
      if (found == high && words[slot * WORDS + LOW] == low) {
        return slot;
      }
      slot = slot + 1 == capacity ? 0 : slot + 1;
    }
  }

  /** Fills an empty slot; the caller is the only writer. */
  void put(int slot, long high, long low, long state, long @Nullable [] wideState) {
    if (wide != null) {
      wide[slot] = wideState;
    }
    words[slot * WORDS + LOW] = low;
    words[slot * WORDS + STATE] = state;
    WORD.setRelease(words, slot * WORDS, high);
  }

  boolean occupied(int slot) {
    return words[slot * WORDS] != 0;
  }

  long high(int slot) {
    return words[slot * WORDS];
  }

  long low(int slot) {
    return words[slot * WORDS + LOW];
  }

  /** The state; negative if the cell is locked or {@link #MOVED}. */
  long state(int slot) {
    return (long) WORD.getVolatile(words, slot * WORDS + STATE);
  }

  boolean replace(int slot, long expected, long next) {
    return WORD.compareAndSet(words, slot * WORDS + STATE, expected, next);
  }

  /** Locks a cell whose state was just read. */
  boolean lock(int slot, long state) {
    return replace(slot, state, state | LOCK);
  }

  /** Unlocks a cell whose owner has died while it held the lock. */
  void breakLock(int slot, long state) {
    if (state != MOVED) {
      replace(slot, state, unlocked(state));
    }
  }

  static long unlocked(long lockedState) {
    return lockedState & ~LOCK;
  }

  /**
   * Writes the state of a cell that this thread has locked, and unlocks it. Does nothing if another
   * thread has broken the lock, because it was held too long, and has changed the cell since.
   */
  void unlock(int slot, long lockedAgainst, long state) {
    replace(slot, lockedAgainst | LOCK, state);
  }

  /** Takes the state out of a cell, so that it can be charged only in its new table. */
  long takeState(int slot) {
    for (int spins = 0; ; spins++) {
      long state = state(slot);
      if (state >= 0 && replace(slot, state, MOVED)) {
        return state;
      }
      if (SpinWait.isHopeless(spins)) {
        breakLock(slot, state);
      }
      SpinWait.pause(spins);
    }
  }

  /** The wide state of a cell that this thread has locked. */
  long[] wide(int slot) {
    return Objects.requireNonNull(Objects.requireNonNull(wide)[slot]);
  }

  void setWide(int slot, long[] state) {
    Objects.requireNonNull(wide)[slot] = state;
  }

  long @Nullable [] wideOrNull(int slot) {
    return wide == null ? null : wide[slot];
  }

  /** Drops a cell whose key has nothing spent, so that it can be charged only in another table. */
  boolean dropIfUnspent(int slot, long nowMicros) {
    return checkUnspent(slot, nowMicros, /* drop= */ true);
  }

  /** True if the key has nothing spent and no thread uses it now. */
  boolean isUnspent(int slot, long nowMicros) {
    return checkUnspent(slot, nowMicros, /* drop= */ false);
  }

  private boolean checkUnspent(int slot, long nowMicros, boolean drop) {
    long state = state(slot);
    if (state < 0) {
      return false;
    }
    if (narrow != null) {
      return narrow.isUnspent(state, nowMicros) && (!drop || replace(slot, state, MOVED));
    }
    if (!lock(slot, state)) {
      return false;
    }
    boolean unspent = ((WideLimit) limit).isUnspent(wide(slot), nowMicros);
    unlock(slot, state, unspent && drop ? MOVED : state);
    return unspent;
  }

  /**
   * Undoes {@link #takeState} after a failed copy; keys with nothing spent had no state to copy.
   */
  void takeBack(@Nullable KeyCells unfinished) {
    for (int slot = 0; slot < capacity; slot++) {
      if (occupied(slot) && state(slot) == MOVED) {
        WORD.setRelease(
            words,
            slot * WORDS + STATE,
            unfinished == null ? NarrowLimit.UNTOUCHED : unfinished.stateOf(high(slot), low(slot)));
      }
    }
  }

  private long stateOf(long high, long low) {
    int slot = find(high, low);
    return slot < 0 ? NarrowLimit.UNTOUCHED : state(slot);
  }
}
