package dev.penstock.shadow.simulate;

import dev.penstock.http.Call;
import dev.penstock.http.PathReadings;
import dev.penstock.http.RawPath;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One log line as the request that it records; an instance is reused for every line. */
abstract class LogLine implements Call {
  /*
   * The rules decide which parts of a line are needed, so each part stays a range of bytes until it
   * is requested. Bytes are decoded as UTF-8, as servers do.
   *
   * A log does not say how the server handles dots and encoded slashes in paths. Nearly all servers
   * resolve dots and keep encoded slashes, as RawPath.routed does. As in a server, rules also apply
   * to the other readings of the path.
   */

  /** The status that is assumed for a line without one. */
  static final int DEFAULT_STATUS = 200;

  /** The latest time that limits can handle, in the year 2255; the same as in Redis. */
  static final long LAST_MICROS = (1L << 53) - 1;

  static final String NO_PATH = "the request has no path";

  private static final byte[] EMPTY = {};

  long micros;
  int status;
  String method = "";
  String remote = "";
  private byte[] target = EMPTY;
  private int pathFrom;
  private int pathTo;
  private int targetTo;
  private int hostFrom;
  private int hostTo;
  private @Nullable String rawPath;
  private @Nullable String path;

  /** Reads a line; returns null on success and otherwise the reason why the line is invalid. */
  abstract @Nullable String read(byte[] text, int from, int to);

  final long micros() {
    return micros;
  }

  final int status() {
    return status;
  }

  /** True if the log has a host name instead of the address of the client. */
  final boolean hasHostName() {
    return !remote.isEmpty()
        && remote.indexOf(':') < 0
        && !isDigit(remote.charAt(remote.length() - 1));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Splits the request target into its parts; false if it is neither a path nor a URL. */
  final boolean target(byte[] text, int from, int to) {
    target = text;
    targetTo = to;
    rawPath = null;
    path = null;
    pathFrom = from;
    hostFrom = 0;
    hostTo = 0;
    if (from == to) {
      return false;
    }
    if (text[from] != '/' && !takeHost(text, from, to)) {
      return false;
    }
    int at = pathFrom;
    while (at < to && text[at] != '?') {
      at++;
    }
    pathTo = at;
    return true;
  }

  /** Reads the host of {@code http://host:port/path}. */
  private boolean takeHost(byte[] text, int from, int to) {
    int start = afterScheme(text, from, to);
    if (start < 0) {
      return false;
    }
    int at = start;
    while (at < to && text[at] != '/' && text[at] != '?') {
      at++;
    }
    hostFrom = start;
    hostTo = at;
    pathFrom = at;
    return at > start;
  }

  private static int afterScheme(byte[] text, int from, int to) {
    String http = "http://";
    String https = "https://";
    if (startsWith(text, from, to, http)) {
      return from + http.length();
    }
    return startsWith(text, from, to, https) ? from + https.length() : -1;
  }

  static boolean startsWith(byte[] text, int from, int to, String lowerCase) {
    boolean same = to - from >= lowerCase.length();
    for (int i = 0; same && i < lowerCase.length(); i++) {
      byte c = text[from + i];
      same = (c >= 'A' && c <= 'Z' ? c + 32 : c) == lowerCase.charAt(i);
    }
    return same;
  }

  @Override
  public final String method() {
    return method;
  }

  @Override
  public final String path() {
    String known = path;
    if (known == null) {
      known = RawPath.routed(rawPath());
      path = known;
    }
    return known;
  }

  @Override
  public final List<String> otherPaths() {
    return PathReadings.besides(path(), rawPath());
  }

  private String rawPath() {
    String known = rawPath;
    if (known == null) {
      known = pathFrom == pathTo ? "/" : text(target, pathFrom, pathTo);
      rawPath = known;
    }
    return known;
  }

  @Override
  public final @Nullable String query() {
    return pathTo == targetTo ? null : text(target, pathTo + 1, targetTo);
  }

  @Override
  public final @Nullable String remoteAddress() {
    return remote.isEmpty() ? null : remote;
  }

  @Override
  public final @Nullable String header(String name) {
    return hostFrom < hostTo && name.equalsIgnoreCase("Host")
        ? text(target, hostFrom, hostTo)
        : field(name, /* all= */ false);
  }

  @Override
  public final @Nullable String headerLines(String name) {
    return hostFrom < hostTo && name.equalsIgnoreCase("Host")
        ? text(target, hostFrom, hostTo)
        : field(name, /* all= */ true);
  }

  /** A header field that the log contains: its first line, or all lines joined by commas. */
  abstract @Nullable String field(String name, boolean all);

  static String text(byte[] text, int from, int to) {
    return new String(text, from, to - from, StandardCharsets.UTF_8);
  }

  /** The method as text; common methods need no allocation. */
  static String method(byte[] text, int from, int to) {
    return switch (to - from) {
      case 3 -> known("GET", "PUT", text, from, to);
      case 4 -> known("POST", "HEAD", text, from, to);
      case 5 -> known("PATCH", "TRACE", text, from, to);
      case 6 -> known("DELETE", "SEARCH", text, from, to);
      case 7 -> known("OPTIONS", "CONNECT", text, from, to);
      default -> text(text, from, to);
    };
  }

  private static String known(String one, String other, byte[] text, int from, int to) {
    return is(one, text, from) ? one : is(other, text, from) ? other : text(text, from, to);
  }

  private static boolean is(String word, byte[] text, int from) {
    for (int i = 0; i < word.length(); i++) {
      if (text[from + i] != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** True for a method of the characters that are used in practice, a subset of RFC 9110. */
  static boolean isMethod(byte[] text, int from, int to) {
    for (int at = from; at < to; at++) {
      byte c = text[at];
      boolean letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
      if (!letter && c != '-' && c != '_') {
        return false;
      }
    }
    return from < to;
  }
}
