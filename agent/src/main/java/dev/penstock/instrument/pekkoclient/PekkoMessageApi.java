package dev.penstock.instrument.pekkoclient;

import dev.penstock.http.OutboundResponse;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Requests and responses of Pekko HTTP, read through method handles. */
final class PekkoMessageApi {
  private static final String MODEL = "org.apache.pekko.http.javadsl.model.";

  private final MethodHandle method;
  private final MethodHandle methodName;
  private final MethodHandle getUri;
  private final MethodHandle scheme;
  private final MethodHandle host;
  private final MethodHandle address;
  private final MethodHandle port;
  private final MethodHandle path;
  private final MethodHandle query;
  private final MethodHandle getHeaders;
  private final MethodHandle headerName;
  private final MethodHandle headerValue;
  private final MethodHandle status;
  private final MethodHandle code;

  /**
   * @param type any class of the library
   */
  PekkoMessageApi(Class<?> type) {
    Handles request = new Handles(Handles.sibling(type, MODEL + "HttpRequest"));
    method = request.bindAny("method");
    methodName = new Handles(Handles.sibling(type, MODEL + "HttpMethod")).bindAny("value");
    getUri = request.bindAny("getUri");
    Handles uri = new Handles(Handles.sibling(type, MODEL + "Uri"));
    scheme = uri.bindAny("scheme");
    host = uri.bindAny("host");
    address = new Handles(Handles.sibling(type, MODEL + "Host")).bindAny("address");
    port = uri.bindAny("port");
    path = uri.bindAny("getPathString");
    query = uri.bindAny("rawQueryString");
    getHeaders = new Handles(Handles.sibling(type, MODEL + "HttpMessage")).bindAny("getHeaders");
    Handles header = new Handles(Handles.sibling(type, MODEL + "HttpHeader"));
    headerName = header.bindAny("name");
    headerValue = header.bindAny("value");
    status = new Handles(Handles.sibling(type, MODEL + "HttpResponse")).bindAny("status");
    code = new Handles(Handles.sibling(type, MODEL + "StatusCode")).bindAny("intValue");
  }

  String method(Object request) {
    return (String) Handles.get(methodName, Handles.get(method, request));
  }

  Object uri(Object request) {
    return Handles.get(getUri, request);
  }

  String scheme(Object uri) {
    return (String) Handles.get(scheme, uri);
  }

  String host(Object uri) {
    return (String) Handles.get(address, Handles.get(host, uri));
  }

  int port(Object uri) {
    return (int) Handles.get(port, uri);
  }

  String path(Object uri) {
    return (String) Handles.get(path, uri);
  }

  @Nullable String query(Object uri) {
    return (String) ((Optional<?>) Handles.get(query, uri)).orElse(null);
  }

  @Nullable String header(Object message, String name) {
    List<String> lines = lines(message, name);
    return lines.isEmpty() ? null : lines.get(0);
  }

  @Nullable String headerLines(Object message, String name) {
    return HeaderLines.joined(lines(message, name));
  }

  private List<String> lines(Object message, String name) {
    List<String> lines = new ArrayList<>();
    for (Object header : (Iterable<?>) Handles.get(getHeaders, message)) {
      if (name.equalsIgnoreCase((String) Handles.get(headerName, header))) {
        lines.add((String) Handles.get(headerValue, header));
      }
    }
    return lines;
  }

  OutboundResponse received(Object response) {
    return new Received(this, response);
  }

  /** The response. */
  private record Received(PekkoMessageApi api, Object response) implements OutboundResponse {
    @Override
    public int status() {
      return (int) Handles.get(api.code, Handles.get(api.status, response));
    }

    @Override
    public @Nullable String field(String name) {
      return api.headerLines(response, name);
    }
  }
}
