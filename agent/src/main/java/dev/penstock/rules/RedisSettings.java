package dev.penstock.rules;

import dev.penstock.store.redis.client.FailurePolicy;
import dev.penstock.store.redis.client.RedisAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How JVMs share what was spent by way of a Redis.
 *
 * @param address where it is
 * @param accuracy how often it is asked
 * @param timeoutMicros how long a decision waits for it
 * @param onOutage what becomes of calls while it does not answer, unless a limit says otherwise
 * @param instances how many JVMs share the limits: each has its share of them in an outage
 * @param prefix the first part of every key in it
 * @param secret what keys are hashed with before they reach it; null if anybody may try them out
 */
public record RedisSettings(
    RedisAddress address,
    Accuracy accuracy,
    long timeoutMicros,
    FailurePolicy onOutage,
    int instances,
    String prefix,
    @Nullable String secret) {
  /** A decision waits for 20 ms if the file does not say. */
  public static final long USUAL_TIMEOUT_MICROS = 20_000;

  /** Every JVM counts as the only one if the file does not say. */
  public static final int USUAL_INSTANCES = 1;

  /** What keys begin with if the file does not say. */
  public static final String USUAL_PREFIX = "penstock";

  /** How often a Redis is asked. */
  public enum Accuracy {
    /** For every decision. */
    EXACT,
    /** For a batch of the budget now and then, which is spent in this JVM. */
    LEASED;

    /** As it is written in a file. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** For people: where it is and how often it is asked; nothing that must not be seen. */
  @Override
  public String toString() {
    return address + " (" + accuracy.word() + ")";
  }
}
