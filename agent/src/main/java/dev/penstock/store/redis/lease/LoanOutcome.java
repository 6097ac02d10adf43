package dev.penstock.store.redis.lease;

/**
 * The result of a loan request for one of the calls that wait for it. A completion without a result
 * means that the lender did not reply.
 *
 * @param isRejected true if the cost does not fit; false if the call should take its cost again,
 *     because units have arrived or the lease has been dropped
 * @param waitMicros how long a rejected cost has to wait, counted from when the loan was requested;
 *     or as in {@link dev.penstock.limit.Limit}
 */
public record LoanOutcome(boolean isRejected, long waitMicros) {
  static final LoanOutcome TRY_AGAIN = new LoanOutcome(/* isRejected= */ false, 0);

  static LoanOutcome rejected(long waitMicros) {
    return new LoanOutcome(/* isRejected= */ true, waitMicros);
  }
}
