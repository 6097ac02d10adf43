package dev.penstock.key;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads {@code a=1&b=2} without cutting up what is not asked for. */
final class Pairs {
  private Pairs() {}

  /** The value of the first pair of this name, as it stands there. */
  static @Nullable String valueOf(String pairs, String name) {
    int start = 0;
    while (start < pairs.length()) {
      int end = pairs.indexOf('&', start);
      if (end < 0) {
        end = pairs.length();
      }
      int equals = pairs.indexOf('=', start);
      if (equals >= 0 && equals < end && isName(pairs, start, equals, name)) {
        return pairs.substring(equals + 1, end);
      }
      start = end + 1;
    }
    return null;
  }

  /** Names can be spelt with escapes too; a caller must not choose another budget that way. */
  private static boolean isName(String pairs, int from, int to, String name) {
    if (to - from == name.length() && pairs.startsWith(name, from)) {
      return true;
    }
    return pairs.indexOf('%', from) >= 0 && decoded(pairs.substring(from, to)).equals(name);
  }

  /** Undoes percent-encoding and {@code +}; what is not valid stays as it is. */
  static String decoded(String text) {
    if (text.indexOf('%') < 0 && text.indexOf('+') < 0) {
      return text;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = 0;
    for (int i = 0; i < bytes.length; i++, length++) {
      int escaped = bytes[i] == '%' && i + 2 < bytes.length ? hex(bytes[i + 1], bytes[i + 2]) : -1;
      if (escaped >= 0) {
        bytes[length] = (byte) escaped;
        i += 2;
      } else {
        bytes[length] = bytes[i] == '+' ? (byte) ' ' : bytes[i];
      }
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private static int hex(byte high, byte low) {
    int first = Character.digit(high, 16);
    int second = Character.digit(low, 16);
    return first < 0 || second < 0 ? -1 : first << 4 | second;
  }
}
