package dev.penstock.rules.key;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;

/** A keyed 128-bit hash, the only form in which a key is stored. */
public final class KeyHash {
  /*
   * SipHash-1-3 with a 128-bit result [1]. It is keyed because clients choose their own keys:
   * without the secret a client cannot construct collisions, or find a key by its hash. 128 bits
   * make accidental collisions of honest clients negligible.
   *
   * Text is added as words of four UTF-16 units, followed by its length, so that ("ab","c") and
   * ("a","bc") differ. Words are collected first, so that the rounds are one loop over local
   * variables. That is twice as fast as a loop that keeps the four state words in fields.
   *
   * [1] J.-P. Aumasson, D. J. Bernstein: SipHash, a fast short-input PRF, 2012
   */
  private static final int FINAL_ROUNDS = 3;

  private final long secret0;
  private final long secret1;
  private long[] words = new long[32];
  private int size;
  private long high;
  private long low;

  /** The precomputed hash of no input, which is the global key that most calls need. */
  private final long highOfNothing;

  private final long lowOfNothing;

  public KeyHash(long secret0, long secret1) {
    this.secret0 = secret0;
    this.secret1 = secret1;
    mix();
    highOfNothing = high;
    lowOfNothing = low;
  }

  /** A hash with the same secret. */
  public KeyHash(KeyHash other) {
    this(other.secret0, other.secret1);
  }

  /** A hash with a random secret, for budgets that stay in this JVM. */
  public static KeyHash withRandomSecret() {
    ByteBuffer secret = ByteBuffer.wrap(randomBytes());
    return new KeyHash(secret.getLong(), secret.getLong());
  }

  /** A hash with a secret that several JVMs share; the text can have any length. */
  public static KeyHash withSecret(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      ByteBuffer secret = ByteBuffer.wrap(digest);
      return new KeyHash(secret.getLong(), secret.getLong());
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }

  /** The secret in 32 hexadecimal digits. Anyone who has it can find keys by guessing. */
  public String secretDigits() {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(secret0) + hex.toHexDigits(secret1);
  }

  /**
   * Sixteen unpredictable bytes, from the operating system if possible. This runs before the
   * application starts, and SecureRandom would initialize security providers and the default file
   * system too early.
   */
  private static byte[] randomBytes() {
    byte[] bytes = new byte[16];
    try (InputStream source = new FileInputStream("/dev/urandom")) {
      if (source.readNBytes(bytes, 0, bytes.length) == bytes.length) {
        return bytes;
      }
    } catch (IOException notOnThisSystem) {
      // Windows has no such file.
    }
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }

  /** A word for a text that clients do not choose, such as the name of a header. */
  static long tag(String text) {
    KeyHash hash = new KeyHash(0, 0);
    hash.add(text);
    hash.finish();
    return hash.high();
  }

  /** Starts a new hash. */
  public void start() {
    size = 0;
  }

  public void add(long word) {
    if (size == words.length) {
      words = Arrays.copyOf(words, 2 * size);
    }
    words[size++] = word;
  }

  public void add(String text) {
    add(text, 0, text.length());
  }

  /** Adds the part of the text from {@code from} to before {@code to}. */
  public void add(String text, int from, int to) {
    int at = from;
    for (; at + 4 <= to; at += 4) {
      add(
          text.charAt(at)
              | (long) text.charAt(at + 1) << 16
              | (long) text.charAt(at + 2) << 32
              | (long) text.charAt(at + 3) << 48);
    }
    long rest = 0;
    for (int shift = 0; at < to; at++, shift += 16) {
      rest |= (long) text.charAt(at) << shift;
    }
    add(rest);
    add(to - from);
  }

  /** Computes the hash; {@link #high} and {@link #low} are the result. */
  public void finish() {
    if (size > 0) {
      mix();
    } else {
      high = highOfNothing;
      low = lowOfNothing;
    }
  }

  private void mix() {
    long v0 = secret0 ^ 0x736f6d6570736575L;
    long v1 = secret1 ^ 0x646f72616e646f6dL ^ 0xee;
    long v2 = secret0 ^ 0x6c7967656e657261L;
    long v3 = secret1 ^ 0x7465646279746573L;
    for (int i = 0; i < size; i++) {
      v3 ^= words[i];
      v0 += v1;
      v2 += v3;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 = Long.rotateLeft(v0, 32);
      v2 += v1;
      v0 += v3;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 = Long.rotateLeft(v2, 32);
      v0 ^= words[i];
    }
    v2 ^= 0xee;
    // The final rounds, without input. One loop for all rounds would be 25 % slower.
    for (int i = 0; i < 2 * FINAL_ROUNDS; i++) {
      if (i == FINAL_ROUNDS) {
        high = v0 ^ v1 ^ v2 ^ v3;
        v1 ^= 0xdd;
      }
      v0 += v1;
      v2 += v3;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 = Long.rotateLeft(v0, 32);
      v2 += v1;
      v0 += v3;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 = Long.rotateLeft(v2, 32);
    }
    low = v0 ^ v1 ^ v2 ^ v3;
  }

  public long high() {
    return high;
  }

  public long low() {
    return low;
  }
}
