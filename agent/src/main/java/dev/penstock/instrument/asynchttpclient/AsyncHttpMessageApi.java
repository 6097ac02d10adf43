package dev.penstock.instrument.asynchttpclient;

import dev.penstock.http.OutboundResponse;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests and responses of AsyncHttpClient, read through method handles. */
final class AsyncHttpMessageApi {
  private static final String PACKAGE = "org.asynchttpclient.";
  private static final String NETTY = "io.netty.handler.codec.http.";

  private final MethodHandle getMethod;
  private final MethodHandle getUri;
  private final MethodHandle getHeaders;
  private final MethodHandle getScheme;
  private final MethodHandle getHost;
  private final MethodHandle getPort;
  private final MethodHandle getPath;
  private final MethodHandle getQuery;
  private final MethodHandle getHttpRequest;
  private final MethodHandle nettyMethod;
  private final MethodHandle getStatusCode;
  private final MethodHandle getField;
  private final MethodHandle getAllFields;

  /**
   * @param type any class of the library
   */
  AsyncHttpMessageApi(Class<?> type) {
    Handles request = new Handles(Handles.sibling(type, PACKAGE + "Request"));
    getMethod = request.bindAny("getMethod");
    getUri = request.bindAny("getUri");
    getHeaders = request.bindAny("getHeaders");
    Handles uri = new Handles(Handles.sibling(type, PACKAGE + "uri.Uri"));
    getScheme = uri.bindAny("getScheme");
    getHost = uri.bindAny("getHost");
    getPort = uri.bindAny("getPort");
    getPath = uri.bindAny("getPath");
    getQuery = uri.bindAny("getQuery");
    getHttpRequest =
        new Handles(Handles.sibling(type, PACKAGE + "netty.request.NettyRequest"))
            .bindAny("getHttpRequest");
    nettyMethod = new Handles(Handles.sibling(type, NETTY + "HttpRequest")).bindAny("method");
    getStatusCode =
        new Handles(Handles.sibling(type, PACKAGE + "HttpResponseStatus")).bindAny("getStatusCode");
    Handles fields = new Handles(Handles.sibling(type, NETTY + "HttpHeaders"));
    getField = fields.bindAny("get", String.class);
    getAllFields = fields.bindAny("getAll", String.class);
  }

  String method(Object request) {
    return (String) Handles.get(getMethod, request);
  }

  Object uri(Object request) {
    return Handles.get(getUri, request);
  }

  @Nullable String scheme(Object uri) {
    return (String) Handles.call(getScheme, uri);
  }

  @Nullable String host(Object uri) {
    return (String) Handles.call(getHost, uri);
  }

  /** -1 for the default port of the scheme. */
  int port(Object uri) {
    return (int) Handles.get(getPort, uri);
  }

  @Nullable String path(Object uri) {
    return (String) Handles.call(getPath, uri);
  }

  @Nullable String query(Object uri) {
    return (String) Handles.call(getQuery, uri);
  }

  @Nullable String header(Object request, String name) {
    return (String) Handles.call(getField, Handles.get(getHeaders, request), name);
  }

  @Nullable String headerLines(Object request, String name) {
    return lines(Handles.get(getHeaders, request), name);
  }

  private @Nullable String lines(Object fields, String name) {
    return HeaderLines.joined((List<?>) Handles.call(getAllFields, fields, name));
  }

  /** True if a request, in the form for Netty, only asks a proxy to connect to a host. */
  boolean isConnect(Object nettyRequest) {
    Object request = Handles.get(getHttpRequest, nettyRequest);
    return Handles.get(nettyMethod, request).toString().equals("CONNECT");
  }

  OutboundResponse received(Object status, Object fields) {
    return new Received(this, status, fields);
  }

  /** The response. */
  private record Received(AsyncHttpMessageApi api, Object line, Object fields)
      implements OutboundResponse {
    @Override
    public int status() {
      return (int) Handles.get(api.getStatusCode, line);
    }

    @Override
    public @Nullable String field(String name) {
      return api.lines(fields, name);
    }
  }
}
