package dev.penstock.store.redis.lease;

/** How things stand for a call that could not be paid from the units in hand. */
public enum LoanState {
  /** Units have come meanwhile: it should take again. */
  TRY_AGAIN,
  /** A loan is under way, and the call will be told of its outcome. */
  WAITING,
  /** The lender has said before that it does not fit yet. */
  REFUSED,
  /** The lender does not answer, and is left alone for now. */
  OUTAGE,
  /** The lease has been dropped: whoever wants one has to look it up again. */
  GONE
}
