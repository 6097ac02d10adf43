package dev.penstock.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Decodes the bytes of a query or a form that every application reads as the same text. */
public enum TextEncoding {
  /**
   * Nothing is declared, or UTF-8. Applications that expect an older encoding read other text, but
   * never one text where there are two. Bytes that are not UTF-8 are ambiguous: an application that
   * expects UTF-8 reads the same replacement character for all of them.
   */
  UTF_8,

  /**
   * The client declares ISO-8859-1 or ASCII. Some applications insist on UTF-8 all the same, as
   * Spring Boot does, so that bytes above 0x7F are not clear.
   */
  ASCII;

  private static final int HIGHEST_ASCII = 0x7f;

  /**
   * Decodes escapes and bytes.
   *
   * @param text has one character for each byte
   * @return {@link Ambiguous#VALUE} if applications could read another text
   */
  String decode(String text, int from, int to, boolean plusIsBlank) {
    byte[] bytes = new byte[to - from];
    int length = 0;
    boolean ascii = true;
    for (int i = from; i < to; i++) {
      int value = text.charAt(i);
      if (value == '%') {
        value = escaped(text, i);
        i += 2;
      } else if (value == '+' && plusIsBlank) {
        value = ' ';
      }
      if (value < 0) {
        return Ambiguous.VALUE;
      }
      ascii &= value <= HIGHEST_ASCII;
      bytes[length++] = (byte) value;
    }
    return ascii
        ? new String(bytes, 0, length, StandardCharsets.US_ASCII)
        : notAscii(ByteBuffer.wrap(bytes, 0, length));
  }

  private String notAscii(ByteBuffer bytes) {
    if (this == ASCII) {
      return Ambiguous.VALUE;
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException malformed) {
      return Ambiguous.VALUE;
    }
  }

  /** The byte that the escape at this index stands for; negative if it is invalid. */
  static int escaped(String text, int at) {
    if (at + 2 >= text.length()) {
      return -1;
    }
    int high = hexDigit(text.charAt(at + 1));
    int low = hexDigit(text.charAt(at + 2));
    return high < 0 || low < 0 ? -1 : high << 4 | low;
  }

  /** Only ASCII digits: {@code Character.digit} knows others. */
  private static int hexDigit(char c) {
    return c > 'f' ? -1 : Character.digit(c, 16);
  }
}
