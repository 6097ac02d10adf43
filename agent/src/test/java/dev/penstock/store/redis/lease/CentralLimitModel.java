package dev.penstock.store.redis.lease;

import dev.penstock.limit.Limit;

/** A model of the central count that lends units to all instances, from the definitions. */
abstract class CentralLimitModel {
  /** The reply to a loan request. It has a wait if nothing is granted. */
  record LoanReply(
      long units, long validMicros, long token, long left, long reset, long waitMicros) {}

  /** No algorithm counts a charge after this number of periods. */
  private static final int PERIODS_TO_FORGET = 3;

  final long permits;
  final long periodMicros;

  CentralLimitModel(long permits, long periodMicros) {
    this.permits = permits;
    this.periodMicros = periodMicros;
  }

  /** The units that could be charged at an instant if nothing were charged from now on. */
  abstract long free(long atMicros);

  /** Charges units and returns the token of the charge. */
  abstract long charge(long units, long nowMicros);

  /** The time for which units that are charged now may be spent. */
  abstract long validMicros(long nowMicros);

  /** Ends the loan of this token. Negative spent units were refunded after they were reported. */
  abstract void settle(long token, long returned, long spent, long nowMicros);

  final LoanReply reply(LoanRequest request, long nowMicros) {
    if (request.settles()) {
      settle(request.settledToken(), request.returnedUnits(), request.spentUnits(), nowMicros);
    }
    long free = free(nowMicros);
    if (free < request.leastUnits()) {
      long wait = waitFor(request.leastUnits(), nowMicros);
      return new LoanReply(0, 0, 0, free, waitFor(free + 1, nowMicros), wait);
    }
    long units = Math.min(free, request.mostUnits());
    long token = units == 0 ? 0 : charge(units, nowMicros);
    long left = free(nowMicros);
    return new LoanReply(
        units, validMicros(nowMicros), token, left, waitFor(left + 1, nowMicros), 0);
  }

  private long waitFor(long units, long nowMicros) {
    long never = nowMicros + PERIODS_TO_FORGET * periodMicros;
    long low = nowMicros;
    long high = never;
    while (low < high) {
      long middle = (low + high) / 2;
      if (free(middle) >= units) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low == never ? Limit.NEVER : low - nowMicros;
  }
}
