package dev.penstock.http;

/** Normalizes paths for servers that split the sent path into segments before they decode it. */
public final class RawPath {
  /*
   * To such a server, an encoded slash is a character of a segment. It stays encoded here, because
   * otherwise a rule would match paths that the server routes elsewhere. Paths that the server
   * distinguishes also stay different: a server that does not resolve dot segments routes /api/../x
   * by its routes for /api. If it matched as /x, it would bypass the rules for /api.
   */
  private RawPath() {}

  /** The {@linkplain RequestPath#routed path} where any framework may handle the request. */
  public static String routed(String raw) {
    return RequestPath.routed(withoutParameters(raw));
  }

  /** The path for servers that remove parameters and keep dot segments, as WebFlux does. */
  public static String withDots(String raw) {
    return isPlain(raw) ? raw : rebuilt(raw, /* cutParameters= */ true, /* resolveDots= */ false);
  }

  /** The path for servers that resolve dot segments and keep parameters, as Vert.x does. */
  public static String withParameters(String raw) {
    return isPlain(raw) ? raw : rebuilt(raw, /* cutParameters= */ false, /* resolveDots= */ true);
  }

  private static boolean isPlain(String path) {
    return RequestPath.isPlain(path, '%');
  }

  /** Decodes a path without its parameters; encoded slashes and backslashes stay encoded. */
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
    PathBuilder clean = new PathBuilder(raw.length(), resolveDots);
    for (int start = 0; start <= raw.length(); ) {
      int end = endOfSegment(raw, start);
      clean.add(PercentEscapes.decode(name(raw, start, end, cutParameters), /* kept= */ "/"));
      start = end + 1;
    }
    return clean.path();
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
