package dev.penstock.store.redis.client;

/** Why a question has no answer. */
public enum NoReplyReason {
  /** It did not come in time; what was asked may have been done all the same. */
  TOO_LATE,
  /** There is no connection, or none that is worth waiting for: nothing was asked. */
  AWAY,
  /** Redis has answered with an error: nothing was done. */
  ERROR,
  /** Redis sent a reply that cannot be read; the script may have run all the same. */
  UNREADABLE
}
