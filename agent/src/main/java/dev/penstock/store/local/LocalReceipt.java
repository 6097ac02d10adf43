package dev.penstock.store.local;

import dev.penstock.limit.Concurrency;
import dev.penstock.limit.Limit;
import dev.penstock.limit.NarrowLimit;
import dev.penstock.limit.TokenBucket;
import dev.penstock.limit.WideLimit;
import dev.penstock.store.Receipt;
import dev.penstock.store.Refund;
import dev.penstock.store.Store;

/** A charge to a budget of this JVM. */
final class LocalReceipt extends Receipt {
  private final LocalClaim claim;
  private final Limit chargedBy;
  private final long stateAfter;
  private final long chargedAtMicros;

  LocalReceipt(LocalClaim claim) {
    this.claim = new LocalClaim(claim);
    chargedBy = claim.limit();
    stateAfter = claim.state();
    chargedAtMicros = claim.chargedAtMicros();
  }

  @Override
  public Store store() {
    return claim.store();
  }

  /** True if it was charged to the bucket that keys without a place share. */
  boolean isOfOverflow() {
    return KeyTable.isOverflow(claim);
  }

  void giveBack(Refund refund, long nowMicros) {
    claim.giveBack(this, refund, nowMicros);
  }

  /** False if a reload has put slots in the place of units since, or the other way round. */
  boolean isFor(Limit limit) {
    return limit instanceof Concurrency == chargedBy instanceof Concurrency;
  }

  /** The state of its key after the refund. */
  long after(NarrowLimit limit, long state, Refund refund, long nowMicros) {
    boolean inFlight = limit instanceof Concurrency;
    if (refund == Refund.EVERYTHING && !inFlight) {
      return NarrowLimit.UNTOUCHED;
    }
    if (refund == Refund.PLACE && limit instanceof TokenBucket bucket && limit == chargedBy) {
      return bucket.giveUp(state, stateAfter, claim.cost());
    }
    return limit.giveBack(state, chargedAtMicros, nowMicros, claim.cost());
  }

  /** The same for the state of a cell that this thread has locked. */
  long[] after(WideLimit limit, long[] state, Refund refund, long nowMicros) {
    if (refund == Refund.EVERYTHING) {
      return limit.untouched();
    }
    limit.giveBack(state, chargedAtMicros, nowMicros, claim.cost());
    return state;
  }
}
