package dev.penstock.store.redis.lease;

/**
 * A call that waits for a loan under way. It is told once, by the thread that brings the answer;
 * whoever is told must not hold that thread up.
 */
public interface LoanWaiter {
  /** Units have come, or the lease has gone: the call should try to take again. */
  void tryAgain();

  /**
   * The cost does not fit.
   *
   * @param waitMicros how long, counted from when the loan was asked for; or as in {@link
   *     dev.penstock.limit.Limit}
   */
  void refused(long waitMicros);

  /** There is no answer; the call has to be judged without one. */
  void unanswered();
}
