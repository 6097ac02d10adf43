package dev.penstock.store.redis.lease;

/**
 * A call that waits for a loan request in flight. It is notified once, by the thread that delivers
 * the reply, and must return quickly.
 */
public interface LoanWaiter {
  /** Units have arrived, or the lease has been dropped: take again. */
  void tryAgain();

  /**
   * The cost does not fit.
   *
   * @param waitMicros how long, counted from when the loan was requested; or as in {@link
   *     dev.penstock.limit.Limit}
   */
  void rejected(long waitMicros);

  /** There is no reply; decide without one. */
  void noReply();
}
