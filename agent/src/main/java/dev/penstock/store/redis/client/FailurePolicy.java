package dev.penstock.store.redis.client;

/** What happens to calls under a Redis limit while Redis is unavailable ({@code on-failure}). */
public enum FailurePolicy {
  /** Calls are counted in this JVM, against its share of the limit. */
  LOCAL,
  /** Calls pass without being counted. */
  OPEN,
  /** Calls are rejected. */
  CLOSED
}
