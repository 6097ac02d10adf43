package dev.penstock.store.redis.client;

/** Why a script call has no usable reply. */
public enum NoReplyReason {
  /** The reply did not arrive before the deadline; the script may have run. */
  TOO_LATE,
  /** Not sent, because there is no connection or the breaker is open. */
  AWAY,
  /** Redis replied with an error; the script changed nothing. */
  ERROR,
  /** The reply was not valid; the script may have run. */
  UNREADABLE
}
