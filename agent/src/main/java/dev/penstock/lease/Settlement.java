package dev.penstock.lease;

/**
 * What became of units of an earlier loan.
 *
 * @param token what the lender called that loan
 * @param returnedUnits handed back unused
 * @param spentUnits spent since the last settlement of that loan; negative if units that were
 *     settled as spent come back after all
 */
record Settlement(long token, long returnedUnits, long spentUnits) {
  static final Settlement NONE = new Settlement(0, 0, 0);

  Settlement plus(Settlement other) {
    return new Settlement(
        token, returnedUnits + other.returnedUnits, spentUnits + other.spentUnits);
  }
}
