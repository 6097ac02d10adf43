package dev.penstock.http;

import org.jspecify.annotations.Nullable;

/** Finds the value of a cookie, if every parser finds the same value. */
public final class CookieHeader {
  /*
   * Parsers disagree about commas, quotes, backslashes, blanks and bytes above 0x7F, about which of
   * two cookies of one name counts, and about what an error in one cookie does to the next. So
   * every place where any of them could see the name is looked at. A cookie is clear if all these
   * places have the same value, and that value consists of characters that RFC 6265 allows. Other
   * cookies may contain anything.
   *
   * A server that parses cookies must have found the same value. The application may use another
   * parser than the server (JAX-RS has its own), so the server's word alone is not enough.
   *
   * Some frameworks decode escapes in the value, as Spring MVC does, and most do not. The key is
   * the decoded text in either case: then no client has several budgets for one value.
   */
  private CookieHeader() {}

  /**
   * The value of a cookie where the server leaves parsing to the application: the whole header must
   * be written as RFC 6265 requires.
   *
   * @param header all lines of the header, joined with commas
   * @return null if there is no such cookie; {@link Ambiguous#VALUE} if its value is not clear
   */
  public static @Nullable String unparsed(@Nullable String header, String name) {
    String value = header == null ? null : clear(header, name);
    if (header == null || value == null) {
      return null;
    }
    return isStandard(header) ? decoded(value) : Ambiguous.VALUE;
  }

  /**
   * The value of a cookie where the server parses cookies.
   *
   * @param header all lines of the header, joined with commas
   * @param parsed the value that the server found; null if it found none
   * @return null if there is no such cookie; {@link Ambiguous#VALUE} if its value is not clear
   */
  public static @Nullable String parsed(String header, String name, @Nullable String parsed) {
    String value = clear(header, name);
    if (parsed == null) {
      return value == null || value.isEmpty() ? null : Ambiguous.VALUE;
    }
    return value == null || Ambiguous.is(parsed) || !unquoted(parsed).equals(value)
        ? Ambiguous.VALUE
        : decoded(value);
  }

  /**
   * Decoders of cookies differ about {@code +}: it is a blank here, escaped or not. Escaped quotes
   * are removed as others are: the application may read the same value from both.
   */
  private static String decoded(String value) {
    if (Ambiguous.is(value) || (value.indexOf('%') < 0 && value.indexOf('+') < 0)) {
      return value;
    }
    String text = TextEncoding.UTF_8.decode(value, 0, value.length(), /* plusIsBlank= */ true);
    if (Ambiguous.is(text)) {
      return text;
    }
    String plain = unquoted(text.replace('+', ' '));
    return unquoted(plain).equals(plain) ? plain : Ambiguous.VALUE;
  }

  /** The value at every place where a parser could see the name. */
  private static @Nullable String clear(String header, String name) {
    String found = null;
    int at = header.indexOf(name);
    while (at >= 0) {
      if (canStartCookie(header, at)) {
        found = Ambiguous.unlessSame(found, valueAfter(header, at, at + name.length()));
      }
      at = header.indexOf(name, at + 1);
    }
    return found;
  }

  private static boolean canStartCookie(String header, int at) {
    char before = at == 0 ? ';' : header.charAt(at - 1);
    return isSeparator(before) || !isCookieOctet(before);
  }

  private static boolean isSeparator(char c) {
    return c == ';' || c == ',';
  }

  /** What follows a name; null if this is the start of a longer name or part of a value. */
  private static @Nullable String valueAfter(String header, int nameStart, int nameEnd) {
    int at = afterBlanks(header, nameEnd);
    if (at == header.length() || isSeparator(header.charAt(at))) {
      return isWholeCookie(header, nameStart) ? "" : null;
    }
    if (header.charAt(at) != '=') {
      return null;
    }
    if (at > nameEnd) {
      return Ambiguous.VALUE; // to some parsers, the blank is part of the name
    }
    int end = at + 1;
    while (end < header.length() && !isSeparator(header.charAt(end))) {
      end++;
    }
    String sent = withoutBlanks(header, at + 1, end);
    String value = unquoted(sent);
    boolean quotedTwice = value.length() < sent.length() && value.startsWith("%22");
    return consistsOfOctets(value) && !quotedTwice ? value : Ambiguous.VALUE;
  }

  private static String withoutBlanks(String header, int from, int to) {
    int start = from;
    int end = to;
    while (start < end && (header.charAt(start) == ' ' || header.charAt(start) == '\t')) {
      start++;
    }
    while (start < end && (header.charAt(end - 1) == ' ' || header.charAt(end - 1) == '\t')) {
      end--;
    }
    return header.substring(start, end);
  }

  private static int afterBlanks(String header, int from) {
    int at = from;
    while (at < header.length() && header.charAt(at) <= ' ') {
      at++;
    }
    return at;
  }

  /** True if only blanks are between the name and the separator before it. */
  private static boolean isWholeCookie(String header, int nameStart) {
    int at = nameStart;
    while (at > 0 && header.charAt(at - 1) <= ' ') {
      at--;
    }
    return at == 0 || isSeparator(header.charAt(at - 1));
  }

  /** Some parsers keep quotes and some do not: with or without them, the value is the same key. */
  private static String unquoted(String value) {
    boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1) : value;
  }

  private static boolean consistsOfOctets(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (!isCookieOctet(value.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** RFC 6265, 4.1.1. */
  private static boolean isCookieOctet(char c) {
    return c > ' ' && c < 0x7f && c != '"' && c != ',' && c != ';' && c != '\\';
  }

  /** True for {@code a=1; b=2}: RFC 6265, 4.2.1. */
  private static boolean isStandard(String header) {
    for (int i = 0; i < header.length(); i++) {
      char c = header.charAt(i);
      boolean separator = c == ';' && i + 2 < header.length() && header.charAt(i + 1) == ' ';
      if (!separator && !isCookieOctet(c)) {
        return false;
      }
      i += separator ? 1 : 0;
    }
    return !header.startsWith("$");
  }
}
