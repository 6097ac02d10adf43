package dev.penstock.store;

import dev.penstock.limit.Limit;

/** One budget that a call has to be paid from, and what came of that. */
abstract class Claim {
  long high;
  long low;
  long cost;

  final long high() {
    return high;
  }

  final long low() {
    return low;
  }

  final long cost() {
    return cost;
  }

  abstract ClaimedKey key();

  /** The limit it was judged by; a reload may have changed it since the rules were read. */
  abstract Limit limit();

  /** How many units are left for the key. */
  abstract long remaining(long nowMicros);

  /** How long until more is left, as told to clients. */
  abstract long resetMicros(long nowMicros);

  /** How long until the same would be granted. */
  abstract long waitMicros(long nowMicros);

  /** How long a call that was charged has to be held, to keep the pace. */
  abstract long delayMicros(long nowMicros);

  /** What was charged, to be given back later. */
  abstract Receipt receipt();
}
