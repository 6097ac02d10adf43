package dev.penstock.shadow.simulate;

import java.util.Arrays;

/** Resolves the escapes that servers write for quotes, backslashes and control characters. */
final class ClfEscapes {
  private static final int HEX = 16;
  private static final String SHORT = "\"\\nrtbvf";
  private static final byte[] UNESCAPED = {'"', '\\', '\n', '\r', '\t', '\b', 0x0b, '\f'};

  private ClfEscapes() {}

  /** The bytes before the server escaped them; a backslash that starts no escape stays. */
  static byte[] unescape(byte[] text, int from, int to) {
    byte[] plain = new byte[to - from];
    int length = 0;
    int at = from;
    while (at < to) {
      int shortEscape = text[at] == '\\' && at + 1 < to ? SHORT.indexOf(text[at + 1]) : -1;
      int value = text[at] == '\\' && at + 3 < to && text[at + 1] == 'x' ? hex(text, at + 2) : -1;
      if (shortEscape >= 0) {
        plain[length++] = UNESCAPED[shortEscape];
        at += 2;
      } else if (value >= 0) {
        plain[length++] = (byte) value;
        at += 4;
      } else {
        plain[length++] = text[at++];
      }
    }
    return Arrays.copyOf(plain, length);
  }

  private static int hex(byte[] text, int at) {
    int high = Character.digit(text[at], HEX);
    int low = Character.digit(text[at + 1], HEX);
    return high < 0 || low < 0 ? -1 : high * HEX + low;
  }
}
