package dev.penstock.cli.explain;

import dev.penstock.cli.UsageException;
import dev.penstock.http.Ambiguous;
import dev.penstock.http.Call;
import dev.penstock.http.HeaderField;
import dev.penstock.http.HostName;
import dev.penstock.http.PathReadings;
import dev.penstock.http.RequestPath;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A request that nobody sent, as written on a command line.
 *
 * @param scheme how an outbound call travels; empty for one that comes in
 * @param port where an outbound call goes to; -1 for the scheme's own
 * @param otherPaths see {@link Call#otherPaths}
 * @param user whom the server would take the caller for
 * @param form the fields of the form in its body
 */
record SampleCall(
    String method,
    String scheme,
    String host,
    int port,
    String path,
    List<String> otherPaths,
    @Nullable String query,
    List<HeaderField> headers,
    String remoteAddress,
    @Nullable String user,
    List<HeaderField> form)
    implements Call {
  SampleCall {
    otherPaths = List.copyOf(otherPaths);
    headers = List.copyOf(headers);
    form = List.copyOf(form);
  }

  private static final String AFTER_SCHEME = "://";

  /** Reads {@code GET /path?query}, or with a whole URL; without a method it is GET. */
  static SampleCall parse(
      String request,
      List<HeaderField> headers,
      String remoteAddress,
      @Nullable String user,
      List<HeaderField> form)
      throws UsageException {
    String text = request.strip();
    int blank = text.indexOf(' ');
    String method = text.startsWith("/") || blank < 0 ? "GET" : text.substring(0, blank);
    String whole = text.startsWith("/") ? text : text.substring(blank + 1).strip();
    int pathStart = pathStart(whole);
    if (pathStart < 0) {
      throw new UsageException("`" + request + "` is not a request such as `GET /api/users/7`");
    }
    String authority = authority(whole, pathStart);
    String target = whole.substring(pathStart);
    int query = target.indexOf('?');
    String raw = query < 0 ? target : target.substring(0, query);
    String path = RequestPath.canonical(decoded(raw));
    return new SampleCall(
        method,
        pathStart == 0 ? "" : whole.substring(0, whole.indexOf(AFTER_SCHEME)),
        HostName.of(pathStart == 0 ? firstOf(headers, "Host") : authority),
        port(authority),
        path,
        pathStart == 0 ? PathReadings.besides(path, raw) : List.of(),
        query < 0 ? null : target.substring(query + 1),
        headers,
        remoteAddress,
        user,
        form);
  }

  /** Where the path begins: 0, or behind the host of a URL; -1 if it does not begin at all. */
  private static int pathStart(String target) {
    if (target.startsWith("http" + AFTER_SCHEME) || target.startsWith("https" + AFTER_SCHEME)) {
      return target.indexOf('/', target.indexOf(AFTER_SCHEME) + AFTER_SCHEME.length());
    }
    return target.startsWith("/") ? 0 : -1;
  }

  private static String authority(String target, int pathStart) {
    return pathStart == 0
        ? ""
        : target.substring(target.indexOf(AFTER_SCHEME) + AFTER_SCHEME.length(), pathStart);
  }

  private static int port(String authority) throws UsageException {
    int colon = authority.indexOf(':', authority.lastIndexOf(']') + 1);
    try {
      return colon < 0 ? -1 : Integer.parseInt(authority.substring(colon + 1));
    } catch (NumberFormatException e) {
      throw new UsageException("`" + authority + "` has no port such as `:8080`");
    }
  }

  /** True if it is a call that the application makes. */
  boolean isOutbound() {
    return !scheme.isEmpty();
  }

  /** Where an outbound call goes. */
  String url() {
    return scheme + AFTER_SCHEME + host + (port < 0 ? "" : ":" + port) + path;
  }

  private static String decoded(String path) throws UsageException {
    try {
      // A plus is a blank in forms, but a plus in a path.
      return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new UsageException("`" + path + "` has a broken escape");
    }
  }

  @Override
  public @Nullable String header(String name) {
    return firstOf(headers, name);
  }

  private static @Nullable String firstOf(List<HeaderField> headers, String name) {
    return headers.stream()
        .filter(field -> field.name().equalsIgnoreCase(name))
        .map(HeaderField::value)
        .findFirst()
        .orElse(null);
  }

  @Override
  public @Nullable String headerLines(String name) {
    String lines =
        headers.stream()
            .filter(field -> field.name().equalsIgnoreCase(name))
            .map(HeaderField::value)
            .collect(Collectors.joining(","));
    return header(name) == null ? null : lines;
  }

  @Override
  public @Nullable String form(String name) {
    String found = null;
    for (HeaderField field : form) {
      found = field.name().equals(name) ? Ambiguous.unlessSame(found, field.value()) : found;
    }
    return found;
  }
}
