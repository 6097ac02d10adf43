package dev.penstock.http;

import org.jspecify.annotations.Nullable;

/** Normalizes paths, so that rules match all spellings that a server routes to the same place. */
public final class RequestPath {
  /*
   * Servers usually route /api//x, /api/./x, /a/../api/x, /api/x/ and /api/x;v=1 to the same place,
   * so a rule for /api/x has to match all of them. The server has decoded the input once already;
   * decoding it again would match paths that the server routes elsewhere.
   *
   * A server removes path parameters before it decodes. A semicolon that is left was sent as %3B, and
   * "..;" is an ordinary name to the server: it routes /api/..%3B/x to /api. If that matched as /x, it
   * would bypass the rules for /api.
   */
  private RequestPath() {}

  /** The path without dot segments, empty segments, path parameters and a trailing slash. */
  public static String canonical(String path) {
    return isPlain(path, '\\') ? path : rebuilt(path, /* routed= */ false);
  }

  /** The canonical form of a path that a server has decoded after removing parameters. */
  public static String routed(String path) {
    return isPlain(path, '\\') ? path : rebuilt(path, /* routed= */ true);
  }

  /** The path with dot segments and backslashes kept as names; null if it has none. */
  public static @Nullable String literal(String path) {
    boolean differs = path.indexOf('\\') >= 0;
    if (!differs && !path.contains("/.")) {
      return null;
    }
    PathBuilder names = new PathBuilder(path.length(), /* resolvesDots= */ false);
    for (String segment : path.split("/", -1)) {
      String name = withoutParameters(segment);
      differs |= name.equals(".") || name.equals("..");
      names.add(name);
    }
    return differs ? names.path() : null;
  }

  /**
   * True if a path is normalized already: it has no empty segments, dot segments or parameters, and
   * does not contain this character.
   */
  static boolean isPlain(String path, char special) {
    int length = path.length();
    if (length == 0 || path.charAt(0) != '/') {
      return false;
    }
    for (int i = 0; i < length; i++) {
      char c = path.charAt(i);
      if (c == ';' || c == special) {
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

  private static String rebuilt(String path, boolean routed) {
    PathBuilder clean = new PathBuilder(path.length(), /* resolvesDots= */ true);
    int length = path.length();
    int start = 0;
    while (start <= length) {
      int end = start;
      while (end < length && path.charAt(end) != '/' && path.charAt(end) != '\\') {
        end++;
      }
      String segment = path.substring(start, end);
      String name = withoutParameters(segment);
      boolean isName = !name.isEmpty() && !name.equals(".") && !name.equals("..");
      clean.add(isName || !routed ? name : segment);
      start = end + 1;
    }
    return clean.path();
  }

  private static String withoutParameters(String segment) {
    int parameters = segment.indexOf(';');
    return parameters < 0 ? segment : segment.substring(0, parameters);
  }
}
