package dev.penstock.call;

/** The one spelling of a path that rules are matched against. */
public final class RequestPath {
  /*
   * A server routes /api//x, /api/./x, /a/../api/x, /api/x/ and /api/x;v=1 to the same place more
   * often than not, so a rule for /api/x has to hold for all of them. The input is already decoded
   * by the server, once; decoding it again would match paths that the server routes elsewhere.
   */
  private RequestPath() {}

  /** The path without dot segments, empty segments, path parameters and a trailing slash. */
  public static String canonical(String path) {
    return isCanonical(path) ? path : rebuilt(path);
  }

  private static boolean isCanonical(String path) {
    int length = path.length();
    if (length == 0 || path.charAt(0) != '/') {
      return false;
    }
    for (int i = 0; i < length; i++) {
      char c = path.charAt(i);
      if (c == ';' || c == '\\') {
        return false;
      }
      if (c == '/' && length > 1) {
        char next = i + 1 < length ? path.charAt(i + 1) : '/';
        if (next == '/' || next == '.') {
          return false;
        }
      }
    }
    return true;
  }

  private static String rebuilt(String path) {
    StringBuilder clean = new StringBuilder(path.length() + 1);
    int length = path.length();
    int start = 0;
    while (start <= length) {
      int end = start;
      while (end < length && path.charAt(end) != '/' && path.charAt(end) != '\\') {
        end++;
      }
      append(clean, withoutParameters(path.substring(start, end)));
      start = end + 1;
    }
    return clean.length() == 0 ? "/" : clean.toString();
  }

  private static String withoutParameters(String segment) {
    int parameters = segment.indexOf(';');
    return parameters < 0 ? segment : segment.substring(0, parameters);
  }

  private static void append(StringBuilder clean, String segment) {
    if (segment.isEmpty() || segment.equals(".")) {
      return;
    }
    if (segment.equals("..")) {
      clean.setLength(Math.max(0, clean.lastIndexOf("/")));
      return;
    }
    clean.append('/').append(segment);
  }
}
