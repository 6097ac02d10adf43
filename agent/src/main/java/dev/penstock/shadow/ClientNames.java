package dev.penstock.shadow;

import org.jspecify.annotations.Nullable;

/** What clients are called in all that people see: by a hash, unless somebody asked for more. */
public interface ClientNames {
  /** The hash of a key such as {@code user=42}. */
  long hashOf(String key);

  /**
   * The same for a key whose counts are kept somewhere.
   *
   * @param keyHash under which they are kept
   */
  default long hashOf(String key, long keyHash) {
    return hashOf(key);
  }

  /** The key itself if it may be shown; null if it may not. */
  default @Nullable String nameOf(String key) {
    return null;
  }
}
