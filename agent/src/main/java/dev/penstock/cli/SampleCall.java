package dev.penstock.cli;

import dev.penstock.call.Call;
import dev.penstock.call.Field;
import dev.penstock.call.RequestPath;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A request that nobody sent, as written on a command line.
 *
 * @param user whom the server would take the caller for
 * @param form the fields of the form in its body
 */
record SampleCall(
    String method,
    String path,
    @Nullable String query,
    List<Field> headers,
    String remoteAddress,
    @Nullable String user,
    List<Field> form)
    implements Call {
  SampleCall {
    headers = List.copyOf(headers);
    form = List.copyOf(form);
  }

  /** Reads {@code GET /path?query}; without a method it is GET. */
  static SampleCall parse(
      String request,
      List<Field> headers,
      String remoteAddress,
      @Nullable String user,
      List<Field> form)
      throws UsageException {
    String text = request.strip();
    int blank = text.indexOf(' ');
    String method = text.startsWith("/") || blank < 0 ? "GET" : text.substring(0, blank);
    String target = text.startsWith("/") ? text : text.substring(blank + 1).strip();
    if (!target.startsWith("/")) {
      throw new UsageException("`" + request + "` is not a request such as `GET /api/users/7`");
    }
    int query = target.indexOf('?');
    return new SampleCall(
        method,
        RequestPath.canonical(decoded(query < 0 ? target : target.substring(0, query))),
        query < 0 ? null : target.substring(query + 1),
        headers,
        remoteAddress,
        user,
        form);
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
    return headers.stream()
        .filter(field -> field.name().equalsIgnoreCase(name))
        .map(Field::value)
        .findFirst()
        .orElse(null);
  }

  @Override
  public @Nullable String headerLines(String name) {
    String lines =
        headers.stream()
            .filter(field -> field.name().equalsIgnoreCase(name))
            .map(Field::value)
            .collect(Collectors.joining(","));
    return header(name) == null ? null : lines;
  }

  @Override
  public @Nullable String form(String name) {
    return form.stream()
        .filter(field -> field.name().equals(name))
        .map(Field::value)
        .findFirst()
        .orElse(null);
  }
}
