package dev.penstock.rules;

import org.jspecify.annotations.Nullable;

/**
 * Where what was spent is remembered.
 *
 * @param mostKeys how many keys are remembered in this JVM
 * @param redis what other JVMs share it by; null if each counts for itself
 */
public record StoreSettings(long mostKeys, @Nullable RedisSettings redis) {
  /** In this JVM alone, if the file does not say. */
  public static final StoreSettings USUAL = local(FileSettings.USUAL_MOST_KEYS);

  /** In this JVM alone. */
  public static StoreSettings local(long mostKeys) {
    return new StoreSettings(mostKeys, /* redis= */ null);
  }
}
