package dev.penstock.shadow.simulate;

import dev.penstock.http.Call;
import dev.penstock.http.PathReadings;
import dev.penstock.http.RawPath;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One line of a log as the call that it tells of; reused from line to line. */
abstract class LogLine implements Call {
  /*
   * Which parts of a line are asked for depends on the rules, so a part is a stretch of bytes until
   * somebody asks. Bytes are read as UTF-8, as servers do.
   *
   * A log does not say how the server reads dots and encoded slashes. Nearly all of them resolve the
   * former and leave the latter as they are; that is RawPath.routed. Rules apply to the other
   * readings as well, as they do in a server.
   */

  /** What is taken for the status of a line that has none. */
  static final int USUAL_STATUS = 200;

  /** Limits count until the year 2255, like Redis. */
  static final long LAST_MICROS = (1L << 53) - 1;

  static final String NO_PATH = "the request has no path";

  private static final byte[] NOTHING = {};

  long micros;
  int status;
  String method = "";
  String remote = "";
  private byte[] target = NOTHING;
  private int pathFrom;
  private int pathTo;
  private int targetTo;
  private int hostFrom;
  private int hostTo;
  private @Nullable String rawPath;
  private @Nullable String path;

  /** Reads a line; null if it could be read, or else why not. */
  abstract @Nullable String read(byte[] text, int from, int to);

  final long micros() {
    return micros;
  }

  final int status() {
    return status;
  }

  /** True if the log names a client but not by its address. */
  final boolean hasHostName() {
    return !remote.isEmpty()
        && remote.indexOf(':') < 0
        && !isDigit(remote.charAt(remote.length() - 1));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Takes what was asked for apart; false if it is neither a path nor a URL. */
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

  /** Takes the host of {@code http://host:port/path}. */
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

  /** A header field that the log tells of: its first line, or all of them joined by commas. */
  abstract @Nullable String field(String name, boolean all);

  static String text(byte[] text, int from, int to) {
    return new String(text, from, to - from, StandardCharsets.UTF_8);
  }

  /** A method, mostly one that is known already. */
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

  /** True for what RFC 9110 lets a method consist of, as far as anybody does. */
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
