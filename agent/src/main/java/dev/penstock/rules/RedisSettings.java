package dev.penstock.rules;

import dev.penstock.store.redis.client.FailurePolicy;
import dev.penstock.store.redis.client.RedisAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The Redis by which JVMs share their limits.
 *
 * @param address the address of Redis
 * @param accuracy how often Redis is asked
 * @param timeoutMicros the longest that a decision waits for Redis
 * @param onOutage how calls are handled while Redis is unavailable, unless a limit overrides it
 * @param instances the number of JVMs that share the limits; in an outage each enforces its share
 * @param prefix the prefix of every key in Redis
 * @param secret the secret that keys are hashed with; null if none is set, so that keys can be
 *     found by guessing
 */
public record RedisSettings(
    RedisAddress address,
    Accuracy accuracy,
    long timeoutMicros,
    FailurePolicy onOutage,
    int instances,
    String prefix,
    @Nullable String secret) {
  /** The default of {@code timeout}: 20 ms. */
  public static final long DEFAULT_TIMEOUT_MICROS = 20_000;

  /** The default of {@code instances}. */
  public static final int DEFAULT_INSTANCES = 1;

  /** The default of {@code prefix}. */
  public static final String DEFAULT_PREFIX = "penstock";

  /** How often Redis is asked. */
  public enum Accuracy {
    /** Redis is asked for every decision. */
    EXACT,
    /** This JVM leases batches of the budget from Redis and spends them locally. */
    LEASED;

    /** The accuracy as it is written in a rules file. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The address and accuracy for logs and messages, without credentials. */
  @Override
  public String toString() {
    return address + " (" + accuracy.word() + ")";
  }
}
