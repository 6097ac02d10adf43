package dev.penstock.instrument.reactor;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import java.lang.invoke.MethodHandle;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests and header fields of Spring's clients, 5.3 to 7, read through method handles. */
final class SpringApi {
  /*
   * WebClient and RestClient have different names for the same three properties of a request. They
   * are bound through the interface of each.
   */
  private static final ClassValue<SpringApi> BOUND =
      new ClassValue<>() {
        @Override
        protected SpringApi computeValue(Class<?> type) {
          return new SpringApi(type);
        }
      };
  private static final String WEB_CLIENTS =
      "org.springframework.web.reactive.function.client.ClientRequest";
  private static final String HTTP = "org.springframework.http.";

  private final MethodHandle method;
  private final MethodHandle url;
  private final MethodHandle headers;
  private final MethodHandle getFirst;
  private final MethodHandle lines;

  private SpringApi(Class<?> type) {
    Class<?> webClients = Handles.typeNamed(type, WEB_CLIENTS);
    Handles request =
        new Handles(webClients == null ? Handles.sibling(type, HTTP + "HttpRequest") : webClients);
    method = request.bindAny(webClients == null ? "getMethod" : "method");
    url = request.bindAny(webClients == null ? "getURI" : "url");
    headers = request.bindAny(webClients == null ? "getHeaders" : "headers");
    Handles fields = new Handles(Handles.sibling(type, HTTP + "HttpHeaders"));
    getFirst = fields.bindAny("getFirst", String.class);
    lines = linesOf(fields);
  }

  /** Before Spring 7 the fields were a map, whose get takes an Object. */
  private static MethodHandle linesOf(Handles fields) {
    MethodHandle later = fields.bindIfPresent("get", String.class);
    return later == null ? fields.bindAny("get", Object.class) : later;
  }

  /**
   * @param type the class of the request
   */
  static SpringApi of(Class<?> type) {
    return BOUND.get(type);
  }

  String method(Object request) {
    return Handles.get(method, request).toString();
  }

  @Nullable URI url(Object request) {
    return (URI) Handles.call(url, request);
  }

  Object headers(Object request) {
    return Handles.get(headers, request);
  }

  @Nullable String first(Object fields, String name) {
    return (String) Handles.call(getFirst, fields, name);
  }

  @Nullable String joined(Object fields, String name) {
    return HeaderLines.joined((List<?>) Handles.call(lines, fields, name));
  }
}
