package dev.penstock.instrument.server;

import org.jspecify.annotations.Nullable;

/** Reads the requests of one server library, whose types the agent cannot name. */
public interface RequestReader {
  String method(Object request);

  /** The path as the client sent it, without the query; null if the request has none. */
  @Nullable String rawPath(Object request);

  /** The query as the client sent it. */
  @Nullable String query(Object request);

  /** The first line of a header field. */
  @Nullable String header(Object request, String name);

  /** All lines of a header field, joined with commas. */
  @Nullable String headerLines(Object request, String name);

  /** True if the server parses cookies; otherwise the application does. */
  default boolean parsesCookies() {
    return true;
  }

  /** The value of a cookie as the server has parsed it. */
  @Nullable String cookie(Object request, String name);

  /** The address of the client, in numbers. */
  @Nullable String remoteAddress(Object request);

  /** The port of this machine to which the client is connected; 0 if it is unknown. */
  int localPort(Object request);
}
