package dev.penstock.rules.key;

import dev.penstock.http.Ambiguous;
import org.jspecify.annotations.Nullable;

/** Reads a claim of a JSON Web Token without verifying the signature. */
final class JwtClaims {
  /*
   * Penstock runs before the application, which verifies the signature, and has no key to verify
   * it. So a claim is no more trustworthy than any other client input. Text that is not a token [1]
   * has no claims; no exception is thrown.
   *
   * [1] RFC 7519; RFC 7515, 7.1
   */
  static final int MAX_BYTES = 8192;
  private static final String SCHEME = "bearer";

  private JwtClaims() {}

  /**
   * The claim of the bearer token in an {@code Authorization} field, if it is a string, number or
   * boolean; ambiguous if the field may hold more than one token.
   */
  static @Nullable String claim(String authorization, String name) {
    int end = SCHEME.length();
    if (!authorization.regionMatches(/* ignoreCase= */ true, 0, SCHEME, 0, end)
        || end == authorization.length()
        || authorization.charAt(end) > ' ') {
      return null;
    }
    if (!isOneToken(authorization.substring(end).trim())) {
      return Ambiguous.VALUE;
    }
    int from = authorization.indexOf('.', end) + 1;
    int to = from == 0 ? -1 : authorization.indexOf('.', from);
    if (to < 0 || (to - from) * 3L / 4 > MAX_BYTES) {
      return null;
    }
    byte[] payload = new byte[(to - from) * 3 / 4];
    if (!decode(authorization, from, to, payload)) {
      return null;
    }
    return JsonMember.valueOf(payload, name);
  }

  /** True for the characters of a token: RFC 9110, 11.2. */
  private static boolean isOneToken(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (digit(c) < 0 && c != '.' && c != '~' && c != '+' && c != '/' && c != '=') {
        return false;
      }
    }
    return true;
  }

  /** Decodes base64url without padding; false if the text is invalid. */
  private static boolean decode(String text, int from, int to, byte[] into) {
    int bits = 0;
    int count = 0;
    int at = 0;
    for (int i = from; i < to; i++) {
      int digit = digit(text.charAt(i));
      if (digit < 0) {
        return false;
      }
      bits = bits << 6 | digit;
      count += 6;
      if (count >= 8) {
        count -= 8;
        into[at++] = (byte) (bits >> count);
      }
    }
    return count < 6;
  }

  private static int digit(char c) {
    if (c >= 'A' && c <= 'Z') {
      return c - 'A';
    }
    if (c >= 'a' && c <= 'z') {
      return c - 'a' + 26;
    }
    if (c >= '0' && c <= '9') {
      return c - '0' + 52;
    }
    return c == '-' ? 62 : c == '_' ? 63 : -1;
  }
}
