package dev.penstock.store.local;

import dev.penstock.limit.Concurrency;
import dev.penstock.limit.Limit;
import dev.penstock.limit.NarrowLimit;
import dev.penstock.limit.TokenBucket;
import dev.penstock.limit.WideLimit;
import dev.penstock.store.Receipt;
import dev.penstock.store.Refund;
import dev.penstock.store.Store;

/** The record of a charge to a budget in this JVM. */
final class LocalReceipt extends Receipt {
  private final LocalClaim claim;
  private final Limit chargedBy;
  private final long chargedState;
  private final long chargedAtMicros;

  LocalReceipt(LocalClaim claim) {
    this.claim = new LocalClaim(claim);
    chargedBy = claim.limit();
    chargedState = claim.state();
    chargedAtMicros = claim.chargedAtMicros();
  }

  @Override
  public Store store() {
    return claim.store();
  }

  /** True if the charge is in the bucket that keys without a place share. */
  boolean isOfOverflow() {
    return KeyTable.isOverflow(claim);
  }

  /** Refunds the charge, if its key still exists. */
  void refund(Refund refund, long nowMicros) {
    for (int spins = 0; ; spins++) {
      long state = claim.read();
      if (claim.slot() < 0 || !isFor(claim.limit()) || tryRefund(state, refund, nowMicros)) {
        return;
      }
      SpinWait.pause(spins);
    }
  }

  private boolean tryRefund(long state, Refund refund, long nowMicros) {
    KeyCells cells = claim.cells();
    int slot = claim.slot();
    NarrowLimit narrow = cells.narrow;
    if (narrow != null) {
      return cells.replace(slot, state, stateAfter(narrow, state, refund, nowMicros));
    }
    if (!cells.lock(slot, state)) {
      return false;
    }
    WideLimit wide = (WideLimit) cells.limit;
    cells.setWide(slot, stateAfter(wide, cells.wide(slot), refund, nowMicros));
    cells.unlock(slot, state, state + 1);
    return true;
  }

  /** False if a reload has replaced units by concurrency slots since, or slots by units. */
  private boolean isFor(Limit limit) {
    return limit instanceof Concurrency == chargedBy instanceof Concurrency;
  }

  /** The state of its key after the refund. */
  private long stateAfter(NarrowLimit limit, long state, Refund refund, long nowMicros) {
    boolean inFlight = limit instanceof Concurrency;
    if (refund == Refund.EVERYTHING && !inFlight) {
      return NarrowLimit.UNTOUCHED;
    }
    if (refund == Refund.PLACE && limit instanceof TokenBucket bucket && limit == chargedBy) {
      return bucket.cancelTurn(state, chargedState, claim.cost());
    }
    return limit.refund(state, chargedAtMicros, nowMicros, claim.cost());
  }

  /** The state of its key after the refund, in a cell that this thread has locked. */
  private long[] stateAfter(WideLimit limit, long[] state, Refund refund, long nowMicros) {
    if (refund == Refund.EVERYTHING) {
      return limit.untouched();
    }
    limit.refund(state, chargedAtMicros, nowMicros, claim.cost());
    return state;
  }
}
