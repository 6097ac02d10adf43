package dev.penstock.instrument.ktorclient;

import dev.penstock.http.OutboundResponse;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests and responses of Ktor's client, read through method handles. */
final class KtorMessageApi {
  private static final String REQUEST = "io.ktor.client.request.";
  private static final String HTTP = "io.ktor.http.";

  private final Class<?> responseType;
  private final MethodHandle getMethod;
  private final MethodHandle methodName;
  private final MethodHandle getUrl;
  private final MethodHandle getExecutionContext;
  private final MethodHandle requestHeaders;
  private final MethodHandle getProtocol;
  private final MethodHandle protocolName;
  private final MethodHandle getHost;
  private final MethodHandle getPort;
  private final MethodHandle getEncodedPath;
  private final MethodHandle getEncodedQuery;
  private final MethodHandle getStatusCode;
  private final MethodHandle code;
  private final MethodHandle responseHeaders;
  private final MethodHandle get;
  private final MethodHandle getAll;

  /**
   * @param type any class of the library
   */
  KtorMessageApi(Class<?> type) {
    Handles request = new Handles(Handles.sibling(type, REQUEST + "HttpRequestData"));
    getMethod = request.bindAny("getMethod");
    methodName = new Handles(Handles.sibling(type, HTTP + "HttpMethod")).bindAny("getValue");
    getUrl = request.bindAny("getUrl");
    getExecutionContext = request.bindAny("getExecutionContext");
    requestHeaders = request.bindAny("getHeaders");
    Handles url = new Handles(Handles.sibling(type, HTTP + "Url"));
    getProtocol = url.bindAny("getProtocol");
    protocolName = new Handles(Handles.sibling(type, HTTP + "URLProtocol")).bindAny("getName");
    getHost = url.bindAny("getHost");
    getPort = url.bindAny("getPort");
    getEncodedPath = url.bindAny("getEncodedPath");
    getEncodedQuery = url.bindAny("getEncodedQuery");
    responseType = Handles.sibling(type, REQUEST + "HttpResponseData");
    Handles response = new Handles(responseType);
    getStatusCode = response.bindAny("getStatusCode");
    code = new Handles(Handles.sibling(type, HTTP + "HttpStatusCode")).bindAny("getValue");
    responseHeaders = response.bindAny("getHeaders");
    Handles fields = new Handles(Handles.sibling(type, "io.ktor.util.StringValues"));
    get = fields.bindAny("get", String.class);
    getAll = fields.bindAny("getAll", String.class);
  }

  String method(Object request) {
    return (String) Handles.get(methodName, Handles.get(getMethod, request));
  }

  Object url(Object request) {
    return Handles.get(getUrl, request);
  }

  /** The job of the call that a request belongs to. */
  Object job(Object request) {
    return Handles.get(getExecutionContext, request);
  }

  String scheme(Object url) {
    return (String) Handles.get(protocolName, Handles.get(getProtocol, url));
  }

  String host(Object url) {
    return (String) Handles.get(getHost, url);
  }

  int port(Object url) {
    return (int) Handles.get(getPort, url);
  }

  String path(Object url) {
    return (String) Handles.get(getEncodedPath, url);
  }

  @Nullable String query(Object url) {
    String query = (String) Handles.get(getEncodedQuery, url);
    return query.isEmpty() ? null : query;
  }

  @Nullable String header(Object request, String name) {
    return (String) Handles.call(get, Handles.get(requestHeaders, request), name);
  }

  @Nullable String headerLines(Object request, String name) {
    return lines(Handles.get(requestHeaders, request), name);
  }

  private @Nullable String lines(Object fields, String name) {
    return HeaderLines.joined((List<?>) Handles.call(getAll, fields, name));
  }

  boolean isResponse(@Nullable Object result) {
    return responseType.isInstance(result);
  }

  OutboundResponse received(Object response) {
    return new Received(this, response);
  }

  /** The response. */
  private record Received(KtorMessageApi api, Object response) implements OutboundResponse {
    @Override
    public int status() {
      return (int) Handles.get(api.code, Handles.get(api.getStatusCode, response));
    }

    @Override
    public @Nullable String field(String name) {
      return api.lines(Handles.get(api.responseHeaders, response), name);
    }
  }
}
