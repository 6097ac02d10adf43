package dev.penstock.instrument.jdkclient;

import dev.penstock.instrument.UrlCall;
import java.net.HttpURLConnection;
import java.net.URL;
import org.jspecify.annotations.Nullable;

/** The request of a connection, read before it connects. */
abstract class ConnectionUrl extends UrlCall {
  private final HttpURLConnection connection;

  ConnectionUrl(HttpURLConnection connection) {
    this(connection, connection.getURL());
  }

  private ConnectionUrl(HttpURLConnection connection, URL url) {
    super(
        methodOf(connection),
        url.getProtocol(),
        url.getHost(),
        url.getPort(),
        url.getPath(),
        url.getQuery());
    this.connection = connection;
  }

  /** A connection with output changes GET to POST when its output stream is opened. */
  private static String methodOf(HttpURLConnection connection) {
    String method = connection.getRequestMethod();
    return method.equals("GET") && connection.getDoOutput() ? "POST" : method;
  }

  final HttpURLConnection connection() {
    return connection;
  }

  @Override
  public final Object subject() {
    return connection;
  }

  @Override
  public final @Nullable String header(String name) {
    return ConnectionHeaders.first(connection, name);
  }

  @Override
  public final @Nullable String headerLines(String name) {
    return ConnectionHeaders.first(connection, name);
  }
}
