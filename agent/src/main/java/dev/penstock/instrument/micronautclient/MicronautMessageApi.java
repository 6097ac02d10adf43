package dev.penstock.instrument.micronautclient;

import dev.penstock.http.OutboundResponse;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import java.lang.invoke.MethodHandle;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests and responses of Micronaut, read through method handles. */
final class MicronautMessageApi {
  private static final String HTTP = "io.micronaut.http.";

  private final Class<?> errorType;
  private final MethodHandle getResponse;
  private final MethodHandle getMethodName;
  private final MethodHandle getUri;
  private final MethodHandle code;
  private final MethodHandle getHeaders;
  private final MethodHandle get;
  private final MethodHandle getAll;

  /**
   * @param type any class of the library
   */
  MicronautMessageApi(Class<?> type) {
    errorType = Handles.sibling(type, HTTP + "client.exceptions.HttpClientResponseException");
    getResponse = new Handles(errorType).bindAny("getResponse");
    Handles request = new Handles(Handles.sibling(type, HTTP + "HttpRequest"));
    getMethodName = request.bindAny("getMethodName");
    getUri = request.bindAny("getUri");
    code = new Handles(Handles.sibling(type, HTTP + "HttpResponse")).bindAny("code");
    getHeaders = new Handles(Handles.sibling(type, HTTP + "HttpMessage")).bindAny("getHeaders");
    Handles headers = new Handles(Handles.sibling(type, HTTP + "HttpHeaders"));
    get = headers.bindAny("get", CharSequence.class);
    getAll = headers.bindAny("getAll", CharSequence.class);
  }

  String method(Object request) {
    return (String) Handles.get(getMethodName, request);
  }

  URI uri(Object request) {
    return (URI) Handles.get(getUri, request);
  }

  @Nullable String header(Object message, String name) {
    return (String) Handles.call(get, Handles.get(getHeaders, message), name);
  }

  @Nullable String headerLines(Object message, String name) {
    return HeaderLines.joined(
        (List<?>) Handles.call(getAll, Handles.get(getHeaders, message), name));
  }

  OutboundResponse received(Object response) {
    return new Received(this, response);
  }

  /** The response that the client reports as a failure; null if there was no response. */
  @Nullable OutboundResponse received(Throwable failure) {
    return errorType.isInstance(failure) ? received(Handles.get(getResponse, failure)) : null;
  }

  /** The response. */
  private record Received(MicronautMessageApi api, Object response) implements OutboundResponse {
    @Override
    public int status() {
      return (int) Handles.get(api.code, response);
    }

    @Override
    public @Nullable String field(String name) {
      return api.headerLines(response, name);
    }
  }
}
