package dev.penstock.key;

import org.jspecify.annotations.Nullable;

/** Reads {@code a=1; b="2"} the way servers do. */
final class Cookies {
  /*
   * Servers do not mind blanks around names and values, take off quotes, and accept several lines,
   * which reach us joined with commas. They see one cookie in all these spellings; if we saw
   * several, its owner could choose among as many budgets.
   */
  private Cookies() {}

  /** The value of the first cookie of this name. */
  static @Nullable String valueOf(String cookies, String name) {
    int start = 0;
    while (start < cookies.length()) {
      int end = endOfCookie(cookies, start);
      int equals = cookies.indexOf('=', start);
      if (equals >= 0 && equals < end && isName(cookies, start, equals, name)) {
        return unquoted(cookies.substring(equals + 1, end).trim());
      }
      start = end + 1;
    }
    return null;
  }

  private static int endOfCookie(String cookies, int start) {
    int end = start;
    while (end < cookies.length() && cookies.charAt(end) != ';' && cookies.charAt(end) != ',') {
      end++;
    }
    return end;
  }

  private static boolean isName(String cookies, int from, int to, String name) {
    int start = from;
    int end = to;
    while (start < end && cookies.charAt(start) <= ' ') {
      start++;
    }
    while (end > start && cookies.charAt(end - 1) <= ' ') {
      end--;
    }
    return end - start == name.length() && cookies.startsWith(name, start);
  }

  private static String unquoted(String value) {
    boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1) : value;
  }
}
