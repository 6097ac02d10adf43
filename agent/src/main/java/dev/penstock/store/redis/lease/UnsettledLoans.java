package dev.penstock.store.redis.lease;

import java.util.ArrayList;
import java.util.List;

/** What the lender has not been told yet of loans that have ended; guarded by its lease. */
final class UnsettledLoans {
  /*
   * A settlement is taken out when it is sent, and is never sent twice: if it is not known whether
   * the lender has got it, the units count as lost. Returning them twice could lift a limit.
   *
   * Usually there is one, of the loan before; it goes with the request for the next. That units
   * were spent is only worth a word on that occasion, so those that pile up are forgotten: the
   * lender finds out when their validity ends.
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

  /** Takes out the one that hands back the most. */
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

  /** True if there are units to be handed back. */
  boolean hasUnits() {
    for (LoanSettlement settlement : settlements) {
      if (settlement.returnedUnits() > 0) {
        return true;
      }
    }
    return false;
  }

  /** Takes out all that hand units back, as requests that ask for nothing. */
  List<LoanRequest> returns(Lease lease, long nowMicros) {
    List<LoanRequest> returns = new ArrayList<>(1);
    while (hasUnits()) {
      returns.add(new LoanRequest(lease, 0, 0, takeLargest(), nowMicros));
    }
    return returns;
  }
}
