package dev.penstock.store.redis.script;

/** Which part of a charge is refunded. */
public enum RefundPart {
  /** The charged units, as far as they still count. */
  CHARGE,
  /** The place in the queue, if no later call has been queued behind it. */
  PLACE,
  /** Everything that the key has spent; for concurrency limits only this charge. */
  EVERYTHING
}
