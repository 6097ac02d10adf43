package dev.penstock.rules.key;

/** Parses one hop of a header in which proxies send the client address. */
final class ForwardedHop {
  private ForwardedHop() {}

  /** Parses {@code 1.2.3.4}, {@code 1.2.3.4:80}, {@code ::1} or {@code [::1]:80}. */
  static boolean parse(String hops, int from, int to, IpAddress into) {
    int start = skipBlanks(hops, from, to);
    int end = dropBlanks(hops, start, to);
    if (start < end && hops.charAt(start) == '[') {
      int close = hops.indexOf(']', start);
      return close > 0 && close < end && into.parse(hops, start + 1, close);
    }
    int colon = hops.indexOf(':', start);
    boolean hasPort = colon >= 0 && colon < end && hops.lastIndexOf(':', end - 1) == colon;
    return start < end && into.parse(hops, start, hasPort ? colon : end);
  }

  /**
   * The comma before the element of a {@code Forwarded} field that ends here, or -1. The search
   * runs backwards, so that a client cannot hide the hops that proxies append by sending an
   * unclosed quotation mark.
   */
  static int commaBefore(String hops, int end) {
    boolean quoted = false;
    for (int i = end - 1; i >= 0; i--) {
      char c = hops.charAt(i);
      if (c == '"' && !(quoted && i > 0 && hops.charAt(i - 1) == '\\')) {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Parses {@code for="[::1]:80";proto=https} (RFC 7239); false for an obfuscated or unknown hop.
   */
  static boolean parseForwarded(String hops, int from, int to, IpAddress into) {
    int start = from;
    while (start < to) {
      int end = endOfPair(hops, start, to);
      int name = skipBlanks(hops, start, end);
      if (hops.regionMatches(/* ignoreCase= */ true, name, "for=", 0, 4) && name + 4 <= end) {
        return parseQuoted(hops, name + 4, dropBlanks(hops, name + 4, end), into);
      }
      start = end + 1;
    }
    return false;
  }

  private static int endOfPair(String hops, int from, int to) {
    boolean quoted = false;
    for (int i = from; i < to; i++) {
      char c = hops.charAt(i);
      if (c == '\\' && quoted) {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == ';' && !quoted) {
        return i;
      }
    }
    return to;
  }

  private static boolean parseQuoted(String hops, int from, int to, IpAddress into) {
    if (from == to || hops.charAt(from) != '"') {
      return parse(hops, from, to, into);
    }
    return to - from > 2 && hops.charAt(to - 1) == '"' && parse(hops, from + 1, to - 1, into);
  }

  private static int skipBlanks(String text, int from, int to) {
    int start = from;
    while (start < to && text.charAt(start) <= ' ') {
      start++;
    }
    return start;
  }

  private static int dropBlanks(String text, int from, int to) {
    int end = to;
    while (end > from && text.charAt(end - 1) <= ' ') {
      end--;
    }
    return end;
  }
}
