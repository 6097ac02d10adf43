package dev.penstock.operator.console;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;

/** Generates and encodes console tokens. */
final class TokenText {
  private static final int BYTES = 18;

  private TokenText() {}

  /** Generates a random token. */
  static String random() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  static String forUrl(String token) {
    return URLEncoder.encode(token, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
