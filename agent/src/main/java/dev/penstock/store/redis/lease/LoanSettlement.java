package dev.penstock.store.redis.lease;

/**
 * What became of units of an earlier loan.
 *
 * @param token what the lender called that loan
 * @param returnedUnits handed back unused
 * @param spentUnits spent since the last settlement of that loan; negative if units that were
 *     settled as spent come back after all
 */
record LoanSettlement(long token, long returnedUnits, long spentUnits) {
  static final LoanSettlement NONE = new LoanSettlement(0, 0, 0);

  LoanSettlement plus(LoanSettlement other) {
    return new LoanSettlement(
        token, returnedUnits + other.returnedUnits, spentUnits + other.spentUnits);
  }
}
