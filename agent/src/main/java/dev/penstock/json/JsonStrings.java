package dev.penstock.json;

import java.nio.charset.StandardCharsets;

/** Escapes, unescapes and checks the contents of JSON strings. */
public final class JsonStrings {
  private static final char[] HEX = "0123456789abcdef".toCharArray();
  private static final String ESCAPES = "\"\\/bfnrt";
  private static final String ESCAPED = "\"\\/\b\f\n\r\t";

  private JsonStrings() {}

  /** Appends a text in quotes, with escapes. */
  public static void quote(StringBuilder to, String text) {
    to.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        to.append('\\').append(c);
      } else if (c >= ' ' && c < 0x7f) {
        to.append(c);
      } else {
        // Plain ASCII survives every encoding and contains no control characters for terminals.
        to.append("\\u").append(HEX[c >> 12]).append(HEX[c >> 8 & 15]);
        to.append(HEX[c >> 4 & 15]).append(HEX[c & 15]);
      }
    }
    to.append('"');
  }

  /** True if a string has no control characters and only the escapes of JSON. */
  static boolean isValid(byte[] text, int from, int end) {
    for (int i = from; i < end; i++) {
      if (text[i] >= 0 && text[i] < ' ') {
        return false;
      }
      if (text[i] == '\\') {
        i++;
        boolean unicode = i < end && text[i] == 'u' && codeUnit(text, i + 1, end) >= 0;
        if (!unicode && (i == end || ESCAPES.indexOf(text[i]) < 0)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Resolves the escapes of a string; of an unknown escape, keeps the character. */
  static String unescape(byte[] text, int from, int end) {
    StringBuilder plain = new StringBuilder(end - from);
    int copied = from;
    int i = from;
    while (i + 1 < end) {
      if (text[i] != '\\') {
        i++;
        continue;
      }
      plain.append(utf8(text, copied, i));
      int known = ESCAPES.indexOf(text[i + 1]);
      int unit = text[i + 1] == 'u' ? codeUnit(text, i + 2, end) : -1;
      if (known >= 0) {
        plain.append(ESCAPED.charAt(known));
        copied = i + 2;
      } else if (unit >= 0) {
        plain.append((char) unit);
        copied = i + 6;
      } else {
        copied = i + 1;
      }
      i = Math.max(copied, i + 2);
    }
    return plain.append(utf8(text, copied, end)).toString();
  }

  static String utf8(byte[] text, int from, int end) {
    return new String(text, from, end - from, StandardCharsets.UTF_8);
  }

  /** The number that four hexadecimal digits stand for; -1 if they are none. */
  private static int codeUnit(byte[] text, int from, int end) {
    int unit = from + 4 > end ? -1 : 0;
    for (int i = from; unit >= 0 && i < from + 4; i++) {
      int digit = Character.digit(text[i], 16);
      unit = digit < 0 ? -1 : unit << 4 | digit;
    }
    return unit;
  }
}
