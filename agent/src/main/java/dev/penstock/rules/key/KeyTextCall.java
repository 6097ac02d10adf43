package dev.penstock.rules.key;

import dev.penstock.http.Call;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A synthetic call that carries only the key values that an operator typed. */
final class KeyTextCall implements Call {
  /*
   * Key sources read the values from this call as from a real one, so the hash is the same as that
   * of the real client. So some values have to be encoded as they are sent over the wire.
   */
  private final Map<String, String> parts;

  /**
   * @param parts the values by source, as the source is written in a rules file
   */
  KeyTextCall(Map<String, String> parts) {
    this.parts = parts;
  }

  /** Starts the context with this call and its path variables. */
  void startContext(KeyContext context, ClientAddress clientAddress) {
    context.start(/* newCall= */ this, clientAddress);
    List<String> names = new ArrayList<>();
    StringBuilder path = new StringBuilder();
    List<Integer> ends = new ArrayList<>();
    of("path.")
        .forEach(
            (name, value) -> {
              names.add(name);
              path.append(value);
              ends.add(path.length());
            });
    context.pathVariables().start(names, path.toString());
    for (int i = 0; i < names.size(); i++) {
      context.pathVariables().set(i, i == 0 ? 0 : ends.get(i - 1), ends.get(i));
    }
  }

  /** The values of all sources with this prefix, by the rest of their names. */
  private Map<String, String> of(String start) {
    Map<String, String> found = new LinkedHashMap<>();
    parts.forEach(
        (source, value) -> {
          if (source.startsWith(start)) {
            found.put(source.substring(start.length()), value);
          }
        });
    return found;
  }

  @Override
  public String method() {
    return parts.getOrDefault("method", "");
  }

  @Override
  public String path() {
    return "/";
  }

  @Override
  public @Nullable String query() {
    StringBuilder query = new StringBuilder();
    of("query.")
        .forEach(
            (name, value) -> {
              query.append(query.length() == 0 ? "" : "&");
              query.append(escaped(name)).append('=').append(escaped(value));
            });
    return query.length() == 0 ? null : query.toString();
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      escaped.append('%').append(Character.forDigit(each >> 4 & 15, 16));
      escaped.append(Character.forDigit(each & 15, 16));
    }
    return escaped.toString();
  }

  @Override
  public @Nullable String header(String name) {
    String value = parts.get("header." + name);
    return value == null && name.equals("Authorization") ? bearer() : value;
  }

  /** An unsigned token with the typed claims; null if there are none. */
  private @Nullable String bearer() {
    StringBuilder claims = new StringBuilder();
    of("jwt.")
        .forEach(
            (name, value) -> {
              claims.append(claims.length() == 0 ? "{" : ",");
              claims.append(quoted(name)).append(':').append(quoted(value));
            });
    return claims.length() == 0
        ? null
        : "Bearer ."
            + Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(claims.append('}').toString().getBytes(StandardCharsets.UTF_8))
            + ".";
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each < ' ' || each == '"' || each == '\\') {
        quoted.append(String.format("\\u%04x", (int) each));
      } else {
        quoted.append(each);
      }
    }
    return quoted.append('"').toString();
  }

  @Override
  public @Nullable String headerLines(String name) {
    return header(name);
  }

  @Override
  public @Nullable String cookie(String name) {
    return parts.get("cookie." + name);
  }

  @Override
  public @Nullable String remoteAddress() {
    return parts.get("ip");
  }

  @Override
  public @Nullable String route() {
    return parts.get("route");
  }

  @Override
  public String host() {
    return parts.getOrDefault("host", "");
  }

  @Override
  public @Nullable String user() {
    return parts.get("user");
  }

  @Override
  public @Nullable String session() {
    return parts.get("session");
  }

  @Override
  public @Nullable String attribute(String name) {
    return parts.get("attribute." + name);
  }

  @Override
  public @Nullable String form(String name) {
    return parts.get("form." + name);
  }
}
