package dev.penstock.store.redis.script;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The arguments of a script, in the order in which the script reads them. */
final class ScriptArguments {
  private static final int FEW = 10;
  private static final byte[][] DIGITS = new byte[FEW][];

  static {
    for (int digit = 0; digit < FEW; digit++) {
      DIGITS[digit] = ascii(Integer.toString(digit));
    }
  }

  private final List<byte[]> all = new ArrayList<>();

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] ascii(long number) {
    return number >= 0 && number < FEW ? DIGITS[(int) number] : ascii(Long.toString(number));
  }

  /** Converts a text in a script's reply. */
  static String text(Object reply) {
    return new String((byte[]) reply, StandardCharsets.US_ASCII);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  ScriptArguments add(byte[] text) {
    all.add(text);
    return this;
  }

  ScriptArguments add(long number) {
    all.add(ascii(number));
    return this;
  }

  /** Adds a time in ticks, as whole microseconds and the remaining ticks. */
  ScriptArguments addPair(long ticks, long ticksPerMicro) {
    return add(ticks / ticksPerMicro).add(ticks % ticksPerMicro);
  }

  List<byte[]> all() {
    return all;
  }
}
