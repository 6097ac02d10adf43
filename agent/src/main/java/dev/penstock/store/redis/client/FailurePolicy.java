package dev.penstock.store.redis.client;

/** What becomes of calls that Redis would have to be asked about, while it does not answer. */
public enum FailurePolicy {
  /** They are counted in this JVM, against its share of the limit. */
  LOCAL,
  /** They go through. */
  OPEN,
  /** They are turned away. */
  CLOSED
}
