package dev.penstock.rules.key;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Claims of the bearer tokens that were read last. Use it instead of {@link JwtClaims}. */
final class ClaimCache {
  /*
   * A client sends the same token many times, and parsing one takes 3 to 18 microseconds. A claim is
   * a function of the Authorization field alone, so an entry is never out of date.
   *
   * A slot holds one entry and a new one replaces it, without any lock. A flood of different tokens
   * evicts other entries, which costs no more than a parse. The key is a keyed 128-bit hash: a
   * client cannot make two tokens collide, and the cache holds no credentials.
   * docs/decisions/0030-caches.md has the measurements, and why this is not Caffeine.
   */
  private static final int SLOTS = 4096;

  /** A longer field would leave a large buffer with each thread. */
  private static final int MAX_FIELD_LENGTH = JwtClaims.MAX_BYTES;

  private static final int MAX_VALUE_LENGTH = 128;

  private static final KeyHash SECRET = KeyHash.withRandomSecret();
  private static final ThreadLocal<KeyHash> HASH =
      ThreadLocal.withInitial(() -> new KeyHash(SECRET));
  private static final AtomicReferenceArray<@Nullable Entry> ENTRIES =
      new AtomicReferenceArray<>(SLOTS);

  private ClaimCache() {}

  /** The same as {@link JwtClaims#claim}. */
  static @Nullable String claim(String authorization, String name) {
    if (authorization.length() > MAX_FIELD_LENGTH) {
      return JwtClaims.claim(authorization, name);
    }
    KeyHash hash = HASH.get();
    hash.start();
    hash.add(authorization);
    hash.add(name);
    hash.finish();
    int slot = (int) hash.high() & (SLOTS - 1);
    Entry entry = ENTRIES.get(slot);
    if (entry != null && entry.high == hash.high() && entry.low == hash.low()) {
      return entry.value;
    }
    String value = JwtClaims.claim(authorization, name);
    if (value == null || value.length() <= MAX_VALUE_LENGTH) {
      ENTRIES.set(slot, new Entry(hash.high(), hash.low(), value));
    }
    return value;
  }

  private record Entry(long high, long low, @Nullable String value) {}
}
