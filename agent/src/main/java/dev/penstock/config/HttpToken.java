package dev.penstock.config;

/** The alphabet of methods and of the names of header fields and cookies (RFC 9110, 5.6.2). */
final class HttpToken {
  private static final String MARKS = "!#$%&'*+-.^_`|~";

  private HttpToken() {}

  static boolean isToken(String text) {
    return !text.isEmpty() && text.chars().allMatch(HttpToken::isTokenCharacter);
  }

  private static boolean isTokenCharacter(int c) {
    return isLetterOrDigit(c) || MARKS.indexOf(c) >= 0;
  }

  static boolean isLetterOrDigit(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
}
