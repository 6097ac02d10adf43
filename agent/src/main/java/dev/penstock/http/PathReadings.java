package dev.penstock.http;

import java.util.ArrayList;
import java.util.List;

/**
 * The paths that a server, a framework or an application may read in the path that a client sent.
 */
public final class PathReadings {
  /*
   * A container routes by one reading of the path, and the framework behind it by another: Tomcat
   * resolves /api/..;/x to /x, but Spring MVC takes the path as it was sent and finds the segments
   * "api", ".." and "x"; a handler for static files decodes %2F, a router does not. A rule has to
   * apply whichever of them the application uses, so every plausible reading is matched:
   *
   *   - split into segments before or after decoding (is %2F a separator?),
   *   - with a backslash as a separator or as a character,
   *   - with dot segments resolved or kept as names,
   *   - with path parameters cut off; or kept, where nothing but dots would be left of a segment,
   *   - with a fragment (#) or without it,
   *   - with or without the characters before the first slash.
   *
   * The usual path has none of these characters and one reading, and it is not split.
   */
  private static final int WAYS = 16;

  private final String raw;
  private final List<String> readings = new ArrayList<>();

  private PathReadings(String raw) {
    this.raw = raw;
  }

  /**
   * All readings of a path except the known one.
   *
   * @param known the path as the server routes it, see {@link RequestPath}
   * @param raw the path as it was sent, without the query
   */
  public static List<String> besides(String known, String raw) {
    if (isPlain(raw)) {
      return raw.equals(known) ? List.of() : List.of(raw);
    }
    PathReadings found = new PathReadings(withoutAuthority(raw));
    found.readAll();
    found.readings.remove(known);
    return List.copyOf(found.readings);
  }

  /** True if all servers read the path in one way. */
  private static boolean isPlain(String path) {
    return RequestPath.isPlain(path, '%') && path.indexOf('\\') < 0 && path.indexOf('#') < 0;
  }

  /** The path of {@code http://host/path}. */
  private static String withoutAuthority(String target) {
    int scheme = target.startsWith("/") ? -1 : target.indexOf("://");
    if (scheme < 0) {
      return target;
    }
    int path = target.indexOf('/', scheme + 3);
    return path < 0 ? "/" : target.substring(path);
  }

  private void readAll() {
    readAll(raw);
    int fragment = raw.indexOf('#');
    if (fragment >= 0) {
      readAll(raw.substring(0, fragment));
    }
    if (!raw.startsWith("/")) {
      // Jersey appends the target to http://host:port, so what is before the slash is lost.
      int slash = raw.indexOf('/');
      readAll(slash < 0 ? "/" : raw.substring(slash));
    }
  }

  private void readAll(String path) {
    boolean escapes = path.indexOf('%') >= 0;
    boolean backslashes = has(path, '\\', "%5c", "%5C");
    boolean dots = has(path, '.', "%2e", "%2E");
    boolean parameters = path.indexOf(';') >= 0;
    for (int way = 0; way < WAYS; way++) {
      boolean decodeFirst = (way & 1) != 0;
      boolean splitAtBackslash = (way & 2) != 0;
      boolean keepParameters = (way & 4) != 0;
      boolean resolveDots = (way & 8) != 0;
      boolean same =
          (decodeFirst && !escapes)
              || (splitAtBackslash && !backslashes)
              || (keepParameters && !parameters)
              || (resolveDots && !dots);
      if (!same) {
        String separators = (decodeFirst ? "/" : "") + (splitAtBackslash ? "\\" : "");
        add(read(path, separators, keepParameters, resolveDots));
      }
    }
  }

  private static boolean has(String path, char c, String escape, String otherEscape) {
    return path.indexOf(c) >= 0 || path.contains(escape) || path.contains(otherEscape);
  }

  private void add(String reading) {
    if (!readings.contains(reading)) {
      readings.add(reading);
    }
  }

  /** Reads the path; the separators also separate where they are encoded. */
  private static String read(
      String path, String separators, boolean keepParameters, boolean resolveDots) {
    PathBuilder clean = new PathBuilder(path.length(), resolveDots);
    String kept = separators.indexOf('/') < 0 ? "/" : "";
    for (int start = 0; start <= path.length(); ) {
      int slash = path.indexOf('/', start);
      int end = slash < 0 ? path.length() : slash;
      append(clean, name(path, start, end, kept, keepParameters), separators);
      start = end + 1;
    }
    return clean.path();
  }

  private static String name(String path, int start, int end, String kept, boolean keepParameters) {
    int semicolon = path.indexOf(';', start);
    int nameEnd = semicolon < 0 ? end : Math.min(semicolon, end);
    String name = PercentEscapes.decode(path.substring(start, nameEnd), kept);
    boolean onlyDots = name.isEmpty() || name.equals(".") || name.equals("..");
    return keepParameters && onlyDots
        ? PercentEscapes.decode(path.substring(start, end), kept)
        : name;
  }

  private static void append(PathBuilder clean, String name, String separators) {
    int start = 0;
    for (int i = 0; i <= name.length(); i++) {
      if (i == name.length() || separators.indexOf(name.charAt(i)) >= 0) {
        clean.add(name.substring(start, i));
        start = i + 1;
      }
    }
  }
}
