package dev.penstock.store.redis.lease;

import java.util.ArrayList;
import java.util.List;

/** Settlements of ended loans that were not sent to the lender yet; guarded by its lease. */
final class UnsettledLoans {
  /*
   * A settlement is removed when it is sent, and is never sent twice: if its arrival is unknown,
   * the units count as lost. Returning them twice could exceed a limit.
   *
   * Usually there is one settlement, of the previous loan, and it is sent with the next request.
   * Reports of spent units are only sent that way, so a pile of them is discarded: the lender
   * counts these units as spent when their validity ends.
   */
  private static final int MOST_SPENT = 4;

  private final List<LoanSettlement> settlements = new ArrayList<>(1);

  void add(LoanSettlement settlement) {
    for (int i = 0; i < settlements.size(); i++) {
      if (settlements.get(i).token() == settlement.token()) {
        settlements.set(i, settlements.get(i).plus(settlement));
        return;
      }
    }
    settlements.add(settlement);
    if (settlements.size() > MOST_SPENT) {
      settlements.removeIf(old -> old.returnedUnits() == 0);
    }
  }

  /** Removes the settlement that returns the most units. */
  LoanSettlement takeLargest() {
    if (settlements.isEmpty()) {
      return LoanSettlement.NONE;
    }
    int largest = 0;
    for (int i = 1; i < settlements.size(); i++) {
      if (settlements.get(i).returnedUnits() > settlements.get(largest).returnedUnits()) {
        largest = i;
      }
    }
    return settlements.remove(largest);
  }

  /** True if there are units to return. */
  boolean hasUnits() {
    for (LoanSettlement settlement : settlements) {
      if (settlement.returnedUnits() > 0) {
        return true;
      }
    }
    return false;
  }

  /** Removes all settlements that return units, as requests that borrow nothing. */
  List<LoanRequest> takeReturns(Lease lease, long nowMicros) {
    List<LoanRequest> returns = new ArrayList<>(1);
    while (hasUnits()) {
      returns.add(new LoanRequest(lease, 0, 0, takeLargest(), nowMicros));
    }
    return returns;
  }
}
