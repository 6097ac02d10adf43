package dev.penstock.store.redis.client;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A Lua script and its SHA-1, by which Redis caches it. */
public final class LuaScript {
  private final byte[] text;
  private final byte[] sha;

  public LuaScript(String text) {
    this.text = text.getBytes(StandardCharsets.UTF_8);
    sha = HexFormat.of().formatHex(sha1(this.text)).getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] sha1(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-1").digest(bytes);
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }

  /** The argument of {@code EVAL}. Must not be modified. */
  public byte[] text() {
    return text;
  }

  /** The argument of {@code EVALSHA}. Must not be modified. */
  public byte[] sha() {
    return sha;
  }

  @Override
  public String toString() {
    return new String(text, StandardCharsets.UTF_8);
  }
}
