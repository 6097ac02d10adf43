package dev.penstock.call;

import org.jspecify.annotations.Nullable;

/** What a rule may know of a request before the application sees it. */
public interface Call {
  /** The method, in upper case as it came: {@code GET}. */
  String method();

  /** The path as the server routes it: decoded, without dot segments, see {@link RequestPath}. */
  String path();

  /** The query as it was sent, still encoded and without the {@code ?}. */
  @Nullable String query();

  /** The first line of a header field; names are compared without regard to case. */
  @Nullable String header(String name);

  /** All lines of a header field, joined with commas. */
  @Nullable String headerLines(String name);

  /** The address at the other end of the connection, in numbers. */
  @Nullable String remoteAddress();

  /** The host that was asked for, without a port and in lower case. */
  default String host() {
    return "";
  }
}
