package dev.penstock.store.redis.lease;

/** Lends units of budgets that several instances share. */
@FunctionalInterface
public interface Lender {
  /*
   * A lender has to keep these promises, so that no instance ever spends above a limit:
   *
   * - It charges units when it lends them. They may be spent at any instant until their validity
   *   ends. So a window counts them in the window in which they are lent, and lends them until the
   *   end of that window at most. A log enters them at the end of their validity. A token bucket
   *   refills only up to its burst less the units out on loan, until it learns that those were
   *   spent or returned, or until their validity ends.
   * - It takes units back once, to the place of their charge, which the token of the loan names.
   *   Units that were reported as spent can be returned as well, if their calls did not count after
   *   all. A token bucket may have refilled some of them since, and takes back fewer or none.
   * - It completes each request exactly once, by one of its three methods.
   */

  /**
   * Sends a loan request without waiting. The request completes later on another thread, or before
   * this returns.
   */
  void borrow(LoanRequest request);
}
