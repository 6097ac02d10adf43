package dev.penstock.instrument.vertxclient;

import dev.penstock.http.OutboundResponse;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Responses to requests of Vert.x, read through method handles. */
final class VertxClientResponseApi {
  private static final String HTTP = "io.vertx.core.http.";

  private final MethodHandle response;
  private final MethodHandle statusCode;
  private final MethodHandle headers;
  private final MethodHandle getAll;

  /**
   * @param type any class of the library
   */
  VertxClientResponseApi(Class<?> type) {
    response = new Handles(Handles.sibling(type, HTTP + "HttpClientRequest")).bindAny("response");
    Handles responses = new Handles(Handles.sibling(type, HTTP + "HttpClientResponse"));
    statusCode = responses.bindAny("statusCode");
    headers = responses.bindAny("headers");
    getAll =
        new Handles(Handles.sibling(type, "io.vertx.core.MultiMap"))
            .bindAny("getAll", String.class);
  }

  /** The future of the response to a request, after all redirects. */
  Object response(Object request) {
    return Handles.get(response, request);
  }

  OutboundResponse received(Object anyResponse) {
    return new Received(this, anyResponse);
  }

  /** The response. */
  private record Received(VertxClientResponseApi api, Object response) implements OutboundResponse {
    @Override
    public int status() {
      return (int) Handles.get(api.statusCode, response);
    }

    @Override
    public @Nullable String field(String name) {
      Object fields = Handles.get(api.headers, response);
      return HeaderLines.joined((List<?>) Handles.call(api.getAll, fields, name));
    }
  }
}
