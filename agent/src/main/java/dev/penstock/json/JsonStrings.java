package dev.penstock.json;

/** Formats JSON strings. */
public final class JsonStrings {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

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
}
