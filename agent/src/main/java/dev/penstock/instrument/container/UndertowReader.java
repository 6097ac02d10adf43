package dev.penstock.instrument.container;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import dev.penstock.instrument.server.RequestReader;
import java.lang.invoke.MethodHandle;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Reads requests of Undertow as its handlers receive them, through handles bound once. */
final class UndertowReader implements RequestReader {
  private final UndertowCookies cookies;
  private final MethodHandle getProtocol;
  private final MethodHandle getRequestMethod;
  private final MethodHandle getRequestUri;
  private final MethodHandle getRequestPath;
  private final MethodHandle getRelativePath;
  private final MethodHandle getQueryString;
  private final MethodHandle getRequestHeaders;
  private final MethodHandle getFirst;
  private final MethodHandle getLines;
  private final MethodHandle getSourceAddress;
  private final MethodHandle getConnection;
  private final MethodHandle getLocalAddress;

  /**
   * @param exchangeType the class of Undertow's exchanges
   */
  UndertowReader(Class<?> exchangeType) {
    Handles exchange = new Handles(exchangeType);
    Handles headers = new Handles(Handles.sibling(exchangeType, "io.undertow.util.HeaderMap"));
    cookies = new UndertowCookies(exchangeType);
    getProtocol = exchange.bindAny("getProtocol");
    getRequestMethod = exchange.bindAny("getRequestMethod");
    getRequestUri = exchange.bind("getRequestURI", String.class);
    getRequestPath = exchange.bind("getRequestPath", String.class);
    getRelativePath = exchange.bind("getRelativePath", String.class);
    getQueryString = exchange.bind("getQueryString", String.class);
    getRequestHeaders = exchange.bindAny("getRequestHeaders");
    getFirst = headers.bind("getFirst", String.class, String.class);
    getLines = headers.bindAny("get", String.class);
    getSourceAddress = exchange.bindAny("getSourceAddress");
    getConnection = exchange.bindAny("getConnection");
    getLocalAddress =
        new Handles(Handles.sibling(exchangeType, "io.undertow.server.ServerConnection"))
            .bindAny("getLocalAddress");
  }

  boolean isHttp2(Object exchange) {
    return String.valueOf(Handles.call(getProtocol, exchange)).startsWith("HTTP/2");
  }

  @Override
  public String method(Object exchange) {
    return String.valueOf(Handles.call(getRequestMethod, exchange));
  }

  @Override
  public @Nullable String rawPath(Object exchange) {
    return Handles.text(getRequestUri, exchange);
  }

  /** The path that handlers route by: decoded, and without parameters. */
  String decodedPath(Object exchange) {
    String path = Handles.text(getRequestPath, exchange);
    return path == null ? "/" : path;
  }

  /** The part of the decoded path that the next handler for paths routes by. */
  String relativePath(Object exchange) {
    String path = Handles.text(getRelativePath, exchange);
    return path == null ? "/" : path;
  }

  @Override
  public @Nullable String query(Object exchange) {
    String query = Handles.text(getQueryString, exchange);
    return query == null || query.isEmpty() ? null : query;
  }

  @Override
  public @Nullable String header(Object exchange, String name) {
    return Handles.text(getFirst, Handles.get(getRequestHeaders, exchange), name);
  }

  @Override
  public @Nullable String headerLines(Object exchange, String name) {
    Object headers = Handles.get(getRequestHeaders, exchange);
    return HeaderLines.compact((Iterable<?>) Handles.call(getLines, headers, name));
  }

  @Override
  public @Nullable String cookie(Object exchange, String name) {
    return cookies.value(exchange, name);
  }

  @Override
  public @Nullable String remoteAddress(Object exchange) {
    InetSocketAddress address = (InetSocketAddress) Handles.call(getSourceAddress, exchange);
    return address == null || address.getAddress() == null
        ? null
        : address.getAddress().getHostAddress();
  }

  @Override
  public int localPort(Object exchange) {
    Object connection = Handles.get(getConnection, exchange);
    return Handles.call(getLocalAddress, connection) instanceof InetSocketAddress address
        ? address.getPort()
        : 0;
  }
}
