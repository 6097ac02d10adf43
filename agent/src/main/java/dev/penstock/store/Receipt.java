package dev.penstock.store;

import dev.penstock.limit.NarrowLimit;
import dev.penstock.limit.WideLimit;

/** A charge that may be given back when the call has ended. */
public final class Receipt {
  private final Claims claims = new Claims();
  private final long cost;
  private final long chargedAtMicros;

  Receipt(Budget budget, long high, long low, long cost, long chargedAtMicros) {
    claims.add(budget, high, low, cost);
    this.cost = cost;
    this.chargedAtMicros = chargedAtMicros;
  }

  Claims claims() {
    return claims;
  }

  /** The state after giving back this charge, or all that was ever charged. */
  long after(NarrowLimit limit, long state, long nowMicros, boolean all) {
    return all ? NarrowLimit.UNTOUCHED : limit.giveBack(state, chargedAtMicros, nowMicros, cost);
  }

  /** The same for the state of a cell that this thread has locked. */
  long[] after(WideLimit limit, long[] state, long nowMicros, boolean all) {
    if (all) {
      return limit.untouched();
    }
    limit.giveBack(state, chargedAtMicros, nowMicros, cost);
    return state;
  }
}
