package dev.penstock.http;

/** The one spelling of a path for servers that route by what was sent, segment by segment. */
public final class RawPath {
  /*
   * Such a server splits first and decodes afterwards, so an encoded slash is a character of a name
   * to it. It stays encoded here, or else a rule would be for paths that the server routes elsewhere.
   * What the server does not make the same, stays different for the same reason: those that do not
   * resolve dot segments route /api/../x by their routes for /api, and if that were taken for /x, it
   * would be a way around the rules for /api.
   */
  private RawPath() {}

  /** The {@linkplain RequestPath#routed spelling} for servers that leave the reading open. */
  public static String routed(String raw) {
    return RequestPath.routed(withoutParameters(raw));
  }

  /** For servers that cut off parameters of segments and take dots for names, as WebFlux does. */
  public static String withDots(String raw) {
    return isPlain(raw) ? raw : rebuilt(raw, /* cutParameters= */ true, /* resolveDots= */ false);
  }

  /** For servers that resolve dot segments and take parameters for names, as Vert.x does. */
  public static String withParameters(String raw) {
    return isPlain(raw) ? raw : rebuilt(raw, /* cutParameters= */ false, /* resolveDots= */ true);
  }

  private static boolean isPlain(String path) {
    int length = path.length();
    if (length == 0 || path.charAt(0) != '/') {
      return false;
    }
    for (int i = 0; i < length; i++) {
      char c = path.charAt(i);
      if (c == ';' || c == '%') {
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

  /** Decoded, with its slashes and dots as they are; a backslash is one of the caller's only. */
  private static String withoutParameters(String raw) {
    if (raw.indexOf('%') < 0 && raw.indexOf(';') < 0) {
      return raw;
    }
    StringBuilder path = new StringBuilder(raw.length());
    for (int start = 0; start <= raw.length(); ) {
      int end = endOfSegment(raw, start);
      path.append(start == 0 ? "" : "/");
      String name = name(raw, start, end, /* cutParameters= */ true);
      path.append(PercentEscapes.decode(name, /* kept= */ "/\\"));
      start = end + 1;
    }
    return path.toString();
  }

  private static String rebuilt(String raw, boolean cutParameters, boolean resolveDots) {
    StringBuilder clean = new StringBuilder(raw.length() + 1);
    for (int start = 0; start <= raw.length(); ) {
      int end = endOfSegment(raw, start);
      String name = PercentEscapes.decode(name(raw, start, end, cutParameters), /* kept= */ "/");
      if (resolveDots && name.equals("..")) {
        clean.setLength(Math.max(0, clean.lastIndexOf("/")));
      } else if (!name.isEmpty() && !(resolveDots && name.equals("."))) {
        clean.append('/').append(name);
      }
      start = end + 1;
    }
    return clean.length() == 0 ? "/" : clean.toString();
  }

  private static int endOfSegment(String raw, int start) {
    int slash = raw.indexOf('/', start);
    return slash < 0 ? raw.length() : slash;
  }

  private static String name(String raw, int start, int end, boolean cutParameters) {
    int parameters = cutParameters ? raw.indexOf(';', start) : -1;
    return raw.substring(start, parameters < 0 ? end : Math.min(parameters, end));
  }
}
