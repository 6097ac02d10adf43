package dev.penstock.store.redis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** The names of one budget's keys in Redis. */
final class RedisKeyNames {
  /*
   * PREFIX:{HASH}:RULE:TAG:BUDGET
   *
   * The braces decide the hash slot in a cluster [1]. They contain the caller's keyed hash, so that
   * one script can charge all limits of a caller, and callers are spread over all nodes. RULE is
   * for people. TAG is the algorithm and the numbers that its state depends on: two JVMs with
   * different files then count separately instead of misreading each other. BUDGET is a hash of the
   * whole budget name, which may be long: the key expression and the plan.
   *
   * [1] Redis cluster specification, "Hash tags"
   */
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final int HASH_LENGTH = 32;
  private static final int BUDGET_BYTES = 4;

  private final String tag;
  private final byte[] template;
  private final int hashAt;

  RedisKeyNames(String prefix, String budget, String tag) {
    this.tag = tag;
    String head = prefix + ":{";
    String tail = "}:" + readable(budget) + ":" + tag + ":" + digest(budget);
    template = (head + " ".repeat(HASH_LENGTH) + tail).getBytes(StandardCharsets.UTF_8);
    hashAt = head.getBytes(StandardCharsets.UTF_8).length;
  }

  /** True if both have the same algorithm and numbers in their names. */
  boolean hasSameTag(RedisKeyNames other) {
    return tag.equals(other.tag);
  }

  /** The rule's name comes first and contains no blanks. */
  private static String readable(String budget) {
    int end = budget.indexOf(' ');
    return end < 0 ? budget : budget.substring(0, end);
  }

  private static String digest(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, BUDGET_BYTES);
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }

  /** The key of a caller. */
  byte[] keyOf(long high, long low) {
    byte[] key = Arrays.copyOf(template, template.length);
    write(high, key, hashAt);
    write(low, key, hashAt + HASH_LENGTH / 2);
    return key;
  }

  private static void write(long word, byte[] key, int from) {
    for (int i = 0; i < HASH_LENGTH / 2; i++) {
      key[from + i] = HEX[(int) (word >>> (60 - 4 * i)) & 15];
    }
  }
}
