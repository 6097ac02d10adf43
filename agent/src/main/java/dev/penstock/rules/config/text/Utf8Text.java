package dev.penstock.rules.config.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Decoded UTF-8 text.
 *
 * @param text the text, with a replacement character for each invalid part
 * @param firstInvalid the index of the first invalid code point; -1 if the text is valid
 */
public record Utf8Text(String text, int firstInvalid) {
  public static Utf8Text decode(byte[] bytes) {
    CharBuffer valid = CharBuffer.allocate(bytes.length);
    boolean isValid =
        !StandardCharsets.UTF_8
            .newDecoder()
            .decode(ByteBuffer.wrap(bytes), valid, /* endOfInput= */ true)
            .isError();
    if (isValid) {
      return new Utf8Text(valid.flip().toString(), -1);
    }
    String beforeError = valid.flip().toString();
    return new Utf8Text(
        new String(bytes, StandardCharsets.UTF_8),
        beforeError.codePointCount(0, beforeError.length()));
  }

  public boolean isValid() {
    return firstInvalid < 0;
  }
}
