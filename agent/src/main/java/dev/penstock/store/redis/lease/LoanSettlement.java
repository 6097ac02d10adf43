package dev.penstock.store.redis.lease;

/**
 * Reports the units of an earlier loan to the lender.
 *
 * @param token identifies that loan
 * @param returnedUnits units that are returned unused
 * @param spentUnits units spent since the last settlement of that loan; negative if units that were
 *     reported as spent are returned
 */
record LoanSettlement(long token, long returnedUnits, long spentUnits) {
  static final LoanSettlement NONE = new LoanSettlement(0, 0, 0);

  LoanSettlement plus(LoanSettlement other) {
    return new LoanSettlement(
        token, returnedUnits + other.returnedUnits, spentUnits + other.spentUnits);
  }
}
