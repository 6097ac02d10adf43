package dev.penstock.instrument;

import dev.penstock.http.HostName;
import dev.penstock.http.OutboundCall;
import dev.penstock.http.RawPath;
import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An outbound call to a URL. */
public abstract class UrlCall implements OutboundCall {
  private final String method;
  private final String scheme;
  private final String host;
  private final int port;
  private final String path;
  private final @Nullable String query;

  /**
   * @param port -1 for the default port of the scheme
   * @param rawPath the path as sent; null or empty for the root
   * @param rawQuery the query as sent, without the question mark
   */
  protected UrlCall(
      String method,
      @Nullable String scheme,
      @Nullable String host,
      int port,
      @Nullable String rawPath,
      @Nullable String rawQuery) {
    this.method = method.toUpperCase(Locale.ROOT);
    this.scheme = scheme == null ? "http" : scheme.toLowerCase(Locale.ROOT);
    this.host = HostName.of(host);
    this.port = port;
    path = rawPath == null || rawPath.isEmpty() ? "/" : RawPath.routed(rawPath);
    query = rawQuery;
  }

  protected UrlCall(String method, URI uri) {
    this(
        method,
        uri.getScheme(),
        uri.getHost() == null ? uri.getRawAuthority() : uri.getHost(),
        uri.getPort(),
        uri.getRawPath(),
        uri.getRawQuery());
  }

  @Override
  public final String method() {
    return method;
  }

  @Override
  public final String scheme() {
    return scheme;
  }

  @Override
  public final String host() {
    return host;
  }

  @Override
  public final int port() {
    return port;
  }

  @Override
  public final String path() {
    return path;
  }

  @Override
  public final @Nullable String query() {
    return query;
  }

  /** Distinguishes this call from a nested call on the same thread. */
  @Override
  public String toString() {
    String end = query == null ? "" : "?" + query;
    return method + " " + scheme + "://" + host + ":" + port + path + end;
  }
}
