package dev.penstock.bench.redis;

import java.util.function.IntPredicate;

/** A rate limiter on Redis that takes part in the comparison. */
interface Contender extends AutoCloseable {
  /** A short name for the table. */
  String label();

  /**
   * A function for one thread that decides a call of the key with this number; true if admitted.
   */
  IntPredicate decider();

  @Override
  void close();
}
