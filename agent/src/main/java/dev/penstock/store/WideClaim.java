package dev.penstock.store;

import dev.penstock.limit.NarrowLimit;
import dev.penstock.limit.WideLimit;

/**
 * Claims on limits whose state does not fit a long: it is read and changed under its cell's lock.
 */
final class WideClaim {
  /*
   * The state word of such a cell is a number that goes up with every change of the wide state, so
   * "the state is still the one that was judged" is the same comparison as for all other limits.
   */
  private WideClaim() {}

  /** Judges the claim and notes what its state says; false if the cell could not be locked. */
  static boolean judge(Claims claims, int claim, WideLimit limit) {
    long number = claims.state[claim];
    int slot = claims.slots[claim];
    if (slot < 0) {
      note(claims, claim, limit, limit.untouched());
      return true;
    }
    BucketCells cells = claims.cells[claim];
    if (!cells.lock(slot, number)) {
      return false;
    }
    try {
      note(claims, claim, limit, cells.wide(slot));
    } finally {
      cells.unlock(slot, number);
    }
    return true;
  }

  private static void note(Claims claims, int claim, WideLimit limit, long[] state) {
    boolean fits = limit.fits(state, claims.nowMicros, claims.cost[claim]);
    claims.next[claim] = fits ? claims.state[claim] + 1 : NarrowLimit.REFUSED;
    claims.wideRemaining[claim] = limit.remaining(state, claims.nowMicros);
    claims.wideReset[claim] = limit.resetMicros(state, claims.nowMicros);
    claims.wideWait[claim] =
        fits ? 0 : limit.waitMicros(state, claims.nowMicros, claims.cost[claim]);
  }

  /** Charges a claim whose cell is locked and whose cost fits. */
  static void charge(Claims claims, int claim, WideLimit limit) {
    BucketCells cells = claims.cells[claim];
    int slot = claims.slots[claim];
    long[] after = limit.spend(cells.wide(slot), claims.nowMicros, claims.cost[claim]);
    cells.setWide(slot, after);
    claims.wideRemaining[claim] = limit.remaining(after, claims.nowMicros);
    claims.wideReset[claim] = limit.resetMicros(after, claims.nowMicros);
  }

  /** Gives back a charge; false if the cell could not be locked. */
  static boolean giveBack(Receipt receipt, BucketCells cells, int slot, long number, boolean all) {
    if (!cells.lock(slot, number)) {
      return false;
    }
    try {
      WideLimit limit = (WideLimit) cells.limit;
      long now = receipt.claims().nowMicros;
      cells.setWide(slot, receipt.after(limit, cells.wide(slot), now, all));
    } finally {
      cells.unlock(slot, number + 1);
    }
    return true;
  }
}
