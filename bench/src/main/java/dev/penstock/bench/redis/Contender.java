package dev.penstock.bench.redis;

import java.util.function.IntPredicate;

/** One way to decide by way of a Redis. */
interface Contender extends AutoCloseable {
  /** A short name for the table. */
  String label();

  /** What one thread asks, with the number of a key: may it go on? */
  IntPredicate asker();

  @Override
  void close();
}
