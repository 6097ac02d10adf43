package dev.penstock.instrument.container;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import dev.penstock.instrument.server.RequestReader;
import java.lang.invoke.MethodHandle;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Reads requests of Jetty 12 as its handlers receive them, through handles bound once. */
final class JettyCoreReader implements RequestReader {
  private final JettyCoreCookies cookies;
  private final MethodHandle getAttribute;
  private final MethodHandle setAttribute;
  private final MethodHandle getMethod;
  private final MethodHandle getHttpUri;
  private final MethodHandle getPath;
  private final MethodHandle getCanonicalPath;
  private final MethodHandle getQuery;
  private final MethodHandle getAuthority;
  private final MethodHandle getHeaders;
  private final MethodHandle get;
  private final MethodHandle getValuesList;
  private final MethodHandle getConnectionMetaData;
  private final MethodHandle getRemoteSocketAddress;
  private final MethodHandle getLocalSocketAddress;

  /**
   * @param requestType Jetty's interface of requests
   */
  JettyCoreReader(Class<?> requestType) {
    Handles request = new Handles(requestType);
    Handles uri = sibling(requestType, "http.HttpURI");
    Handles fields = sibling(requestType, "http.HttpFields");
    cookies = new JettyCoreCookies(requestType);
    getAttribute = request.bindAny("getAttribute", String.class);
    setAttribute = request.bindAny("setAttribute", String.class, Object.class);
    getMethod = request.bind("getMethod", String.class);
    getHttpUri = request.bindAny("getHttpURI");
    getPath = uri.bind("getPath", String.class);
    getCanonicalPath = uri.bind("getCanonicalPath", String.class);
    getQuery = uri.bind("getQuery", String.class);
    getAuthority = uri.bind("getAuthority", String.class);
    getHeaders = request.bindAny("getHeaders");
    get = fields.bind("get", String.class, String.class);
    getValuesList = fields.bindAny("getValuesList", String.class);
    getConnectionMetaData = request.bindAny("getConnectionMetaData");
    Handles connection = sibling(requestType, "server.ConnectionMetaData");
    getRemoteSocketAddress = connection.bindAny("getRemoteSocketAddress");
    getLocalSocketAddress = connection.bindAny("getLocalSocketAddress");
  }

  private static Handles sibling(Class<?> type, String name) {
    return new Handles(Handles.sibling(type, "org.eclipse.jetty." + name));
  }

  @Nullable Object attribute(Object request, String name) {
    return Handles.call(getAttribute, request, name);
  }

  void setAttribute(Object request, String name, Object value) {
    Object unused = Handles.call(setAttribute, request, name, value);
  }

  @Override
  public String method(Object request) {
    return String.valueOf(Handles.text(getMethod, request));
  }

  @Override
  public @Nullable String rawPath(Object request) {
    return Handles.text(getPath, Handles.get(getHttpUri, request));
  }

  /** The path that handlers route by: resolved and without parameters, but still encoded. */
  @Nullable String canonicalPath(Object request) {
    return Handles.text(getCanonicalPath, Handles.get(getHttpUri, request));
  }

  @Override
  public @Nullable String query(Object request) {
    return Handles.text(getQuery, Handles.get(getHttpUri, request));
  }

  /** The host and port of an absolute URI, and of HTTP/2. */
  @Nullable String authority(Object request) {
    return Handles.text(getAuthority, Handles.get(getHttpUri, request));
  }

  @Override
  public @Nullable String header(Object request, String name) {
    return Handles.text(get, Handles.get(getHeaders, request), name);
  }

  @Override
  public @Nullable String headerLines(Object request, String name) {
    Object headers = Handles.get(getHeaders, request);
    return HeaderLines.compact((Iterable<?>) Handles.call(getValuesList, headers, name));
  }

  @Override
  public @Nullable String cookie(Object request, String name) {
    return cookies.value(request, name);
  }

  @Override
  public @Nullable String remoteAddress(Object request) {
    Object connection = Handles.get(getConnectionMetaData, request);
    return Handles.call(getRemoteSocketAddress, connection) instanceof InetSocketAddress address
            && address.getAddress() != null
        ? address.getAddress().getHostAddress()
        : null;
  }

  @Override
  public int localPort(Object request) {
    Object connection = Handles.get(getConnectionMetaData, request);
    return Handles.call(getLocalSocketAddress, connection) instanceof InetSocketAddress address
        ? address.getPort()
        : 0;
  }
}
