package dev.penstock.store.redis.lease;

/** Whoever keeps the budgets that all instances share, and lends units of them. */
@FunctionalInterface
public interface Lender {
  /*
   * What a lender owes, so that nobody ever spends above a limit:
   *
   * - Units are charged when they are lent, and may be spent at any instant until their validity
   *   ends. So a window counts them in the window in which they are lent, and lends them until its
   *   end at most; a log enters them as of the end of their validity; a token bucket fills only up
   *   to its burst less what is out on loan, until it is told that those were spent or come back,
   *   or until their validity has ended.
   * - Units are taken back once, to where the token of their loan says that they were charged.
   *   Those that it was told before were spent come back as well, if their calls turned out not to
   *   count; a token bucket may have refilled them since, and takes back less by that, or nothing.
   * - Each request is told exactly once what came of it, by one of its three methods.
   */

  /**
   * Asks for a loan without waiting for it. The request is told of the outcome later, by another
   * thread, or before this returns.
   */
  void borrow(LoanRequest request);
}
