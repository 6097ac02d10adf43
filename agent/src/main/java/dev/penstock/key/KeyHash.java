package dev.penstock.key;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/** A keyed hash of 128 bits: the only form in which a key is kept. */
public final class KeyHash {
  /*
   * SipHash-1-3 with a 128-bit result [1]. Keyed, because callers choose their own keys: without
   * knowing the secret nobody can make two of them collide, or find out a key from its hash. 128
   * bits, because at that size two keys of an honest crowd do not share a budget by accident either.
   *
   * Text is added four UTF-16 units to the word, followed by its length, so that ("ab","c") and
   * ("a","bc") differ.
   *
   * [1] J.-P. Aumasson, D. J. Bernstein: SipHash, a fast short-input PRF, 2012
   */
  private final long secret0;
  private final long secret1;
  private long v0;
  private long v1;
  private long v2;
  private long v3;

  public KeyHash(long secret0, long secret1) {
    this.secret0 = secret0;
    this.secret1 = secret1;
    start();
  }

  /** A hash with the same secret. */
  public KeyHash(KeyHash other) {
    this(other.secret0, other.secret1);
  }

  /** A hash with a secret of its own, for budgets that do not leave this JVM. */
  public static KeyHash withRandomSecret() {
    ByteBuffer secret = ByteBuffer.wrap(randomBytes());
    return new KeyHash(secret.getLong(), secret.getLong());
  }

  /**
   * Sixteen bytes that nobody can guess. From the system's own source where there is one: this runs
   * before the application does, and a SecureRandom would settle its security providers and its
   * file system for it.
   */
  private static byte[] randomBytes() {
    byte[] bytes = new byte[16];
    try (InputStream source = new FileInputStream("/dev/urandom")) {
      if (source.readNBytes(bytes, 0, bytes.length) == bytes.length) {
        return bytes;
      }
    } catch (IOException notOnThisSystem) {
      // Windows has none.
    }
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }

  /** Forgets what was added. */
  public void start() {
    v0 = secret0 ^ 0x736f6d6570736575L;
    v1 = secret1 ^ 0x646f72616e646f6dL ^ 0xee;
    v2 = secret0 ^ 0x6c7967656e657261L;
    v3 = secret1 ^ 0x7465646279746573L;
  }

  public void add(long word) {
    v3 ^= word;
    round();
    v0 ^= word;
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

  /** Ends the hash; {@link #high} and {@link #low} are the result. */
  public void finish() {
    v2 ^= 0xee;
    round();
    round();
    round();
    long first = v0 ^ v1 ^ v2 ^ v3;
    v1 ^= 0xdd;
    round();
    round();
    round();
    long second = v0 ^ v1 ^ v2 ^ v3;
    v0 = first;
    v1 = second;
  }

  public long high() {
    return v0;
  }

  public long low() {
    return v1;
  }

  private void round() {
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
}
