package dev.penstock.instrument.okhttp;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests of OkHttp, read through method handles. */
final class OkHttpRequestApi {
  private final MethodHandle url;
  private final MethodHandle method;
  private final MethodHandle lines;
  private final MethodHandle header;
  private final MethodHandle scheme;
  private final MethodHandle host;
  private final MethodHandle port;
  private final MethodHandle encodedPath;
  private final MethodHandle encodedQuery;

  /**
   * @param type any class of the library
   */
  OkHttpRequestApi(Class<?> type) {
    Handles request = new Handles(Handles.sibling(type, "okhttp3.Request"));
    Handles httpUrl = new Handles(Handles.sibling(type, "okhttp3.HttpUrl"));
    url = request.bindAny("url");
    method = request.bindAny("method");
    header = request.bindAny("header", String.class);
    lines = request.bindAny("headers", String.class);
    scheme = httpUrl.bindAny("scheme");
    host = httpUrl.bindAny("host");
    port = httpUrl.bindAny("port");
    encodedPath = httpUrl.bindAny("encodedPath");
    encodedQuery = httpUrl.bindAny("encodedQuery");
  }

  String method(Object request) {
    return String.valueOf(Handles.call(method, request));
  }

  Object url(Object request) {
    return Handles.get(url, request);
  }

  @Nullable String scheme(Object url) {
    return (String) Handles.call(scheme, url);
  }

  @Nullable String host(Object url) {
    return (String) Handles.call(host, url);
  }

  int port(Object url) {
    return Handles.call(port, url) instanceof Integer number ? number : -1;
  }

  @Nullable String path(Object url) {
    return (String) Handles.call(encodedPath, url);
  }

  @Nullable String query(Object url) {
    return (String) Handles.call(encodedQuery, url);
  }

  @Nullable String header(Object request, String name) {
    return (String) Handles.call(header, request, name);
  }

  @Nullable String headerLines(Object request, String name) {
    return HeaderLines.joined((List<?>) Handles.call(lines, request, name));
  }
}
