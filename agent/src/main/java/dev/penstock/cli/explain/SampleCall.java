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
 * The request that {@code explain} explains, from its arguments.
 *
 * @param scheme the scheme of an outbound call; empty for an inbound request
 * @param port the port of an outbound call; -1 for the default of the scheme
 * @param otherPaths see {@link Call#otherPaths}
 * @param user the authenticated user
 * @param form the form fields in the body
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

  /** Parses {@code GET /path?query}, or with a full URL; without a method it is GET. */
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

  /** Where the path begins: 0, or after the host of a URL; -1 without a path. */
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
      throw new UsageException(
          "`" + authority + "` has an invalid port; expected a number such as `:8080`");
    }
  }

  /** True if it is an outbound call. */
  boolean isOutbound() {
    return !scheme.isEmpty();
  }

  /** The URL of an outbound call, without its query. */
  String url() {
    return scheme + AFTER_SCHEME + host + (port < 0 ? "" : ":" + port) + path;
  }

  private static String decoded(String path) throws UsageException {
    try {
      // URLDecoder decodes a plus to a space, as in forms; in a path it is a plus.
      return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new UsageException("`" + path + "` contains an invalid percent escape");
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
