package dev.penstock.store.redis.lease;

/** The state of a lease for a call that could not be paid from the current loan. */
public enum LoanState {
  /** Units have arrived meanwhile: take again. */
  TRY_AGAIN,
  /** A loan request is in flight, and the call will be notified of its result. */
  WAITING,
  /** A known rejection: the cost does not fit yet. */
  REJECTED,
  /** The lender does not reply, and no request is sent for now. */
  OUTAGE,
  /** The lease has been dropped: look up the key again. */
  DROPPED
}
