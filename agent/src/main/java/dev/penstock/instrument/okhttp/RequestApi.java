package dev.penstock.instrument.okhttp;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Requests of OkHttp, read through handles bound once. */
final class RequestApi {
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
  RequestApi(Class<?> type) {
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
    return String.valueOf(find(method, request));
  }

  Object url(Object request) {
    Object found = find(url, request);
    if (found == null) {
      throw new IllegalStateException("a request without a URL");
    }
    return found;
  }

  @Nullable String scheme(Object url) {
    return (String) find(scheme, url);
  }

  @Nullable String host(Object url) {
    return (String) find(host, url);
  }

  int port(Object url) {
    return find(port, url) instanceof Integer number ? number : -1;
  }

  @Nullable String path(Object url) {
    return (String) find(encodedPath, url);
  }

  @Nullable String query(Object url) {
    return (String) find(encodedQuery, url);
  }

  @Nullable String header(Object request, String name) {
    try {
      return (String) (Object) header.invokeExact(request, (Object) name);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  @Nullable String headerLines(Object request, String name) {
    return OkHttpApi.joined(lines, request, name);
  }

  private static @Nullable Object find(MethodHandle getter, Object target) {
    try {
      return (Object) getter.invokeExact(target);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
