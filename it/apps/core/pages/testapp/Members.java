package testapp;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Accepts users with the right password. */
final class Members {
  private static final String SCHEME = "Basic ";

  private Members() {}

  /** The name of the user; null if the header names none with the right password. */
  static String name(String authorization) {
    if (authorization == null || !authorization.startsWith(SCHEME)) {
      return null;
    }
    byte[] decoded = Base64.getDecoder().decode(authorization.substring(SCHEME.length()));
    String[] pair = new String(decoded, StandardCharsets.UTF_8).split(":", 2);
    return pair.length == 2 && pair[1].equals("secret of " + pair[0]) ? pair[0] : null;
  }
}
