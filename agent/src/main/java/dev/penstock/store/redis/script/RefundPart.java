package dev.penstock.store.redis.script;

/** How much of a charge is taken back. */
public enum RefundPart {
  /** What was charged, as far as it still counts. */
  CHARGE,
  /** The place in the queue, if it is the last one. */
  PLACE,
  /** All that the key has spent; of calls in flight only what was charged. */
  EVERYTHING
}
