package dev.penstock.rules;

import org.jspecify.annotations.Nullable;

/**
 * Where the counts of keys are kept.
 *
 * @param mostKeys the most keys that this JVM keeps
 * @param redis the Redis that JVMs share; null if each JVM counts by itself
 */
public record StoreSettings(long mostKeys, @Nullable RedisSettings redis) {
  /** The default: a store in this JVM alone. */
  public static final StoreSettings DEFAULT = local(FileSettings.DEFAULT_MAX_KEYS);

  /** A store in this JVM alone. */
  public static StoreSettings local(long mostKeys) {
    return new StoreSettings(mostKeys, /* redis= */ null);
  }
}
