package dev.penstock.http;

import java.nio.charset.StandardCharsets;

/** Decodes percent escapes. */
public final class PercentEscapes {
  private static final int HEX = 16;

  private PercentEscapes() {}

  /** Decodes once, as UTF-8; broken escapes stay as they are. */
  public static String decode(String text) {
    return decode(text, /* kept= */ "");
  }

  /**
   * Decodes once, as UTF-8; broken escapes stay as they are.
   *
   * @param kept the characters whose escapes also stay as they are
   */
  static String decode(String text, String kept) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    byte[] plain = new byte[encoded.length];
    int length = 0;
    for (int i = 0; i < encoded.length; i++) {
      int value = encoded[i] == '%' ? escaped(encoded, i) : -1;
      if (value < 0 || kept.indexOf(value) >= 0) {
        plain[length++] = encoded[i];
      } else {
        plain[length++] = (byte) value;
        i += 2;
      }
    }
    return new String(plain, 0, length, StandardCharsets.UTF_8);
  }

  /** The byte that an escape stands for; -1 if it is no valid escape. */
  private static int escaped(byte[] encoded, int at) {
    if (at + 2 >= encoded.length) {
      return -1;
    }
    int high = Character.digit(encoded[at + 1], HEX);
    int low = Character.digit(encoded[at + 2], HEX);
    return high < 0 || low < 0 ? -1 : high * HEX + low;
  }
}
