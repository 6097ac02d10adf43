package dev.penstock.store.redis.client;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A Lua script, and the name by which a Redis that has seen it knows it. */
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

  /** For {@code EVAL}. Not to be changed. */
  public byte[] text() {
    return text;
  }

  /** For {@code EVALSHA}. Not to be changed. */
  public byte[] sha() {
    return sha;
  }

  @Override
  public String toString() {
    return new String(text, StandardCharsets.UTF_8);
  }
}
