package dev.penstock.shadow;

import org.jspecify.annotations.Nullable;

/** Names clients in logs and reports: by a hash, or by their key if that may be shown. */
public interface ClientNames {
  /** The hash of a key such as {@code user=42}. */
  long hashOf(String key);

  /**
   * The hash of a key that has counts in a store.
   *
   * @param keyHash the hash under which the store keeps the counts
   */
  default long hashOf(String key, long keyHash) {
    return hashOf(key);
  }

  /** The key if it may be shown; otherwise null. */
  default @Nullable String nameOf(String key) {
    return null;
  }
}
