package dev.penstock.instrument.webflux;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** WebFlux of one application, from Spring 5.3 on, called through handles bound once. */
final class WebFluxExchangeApi {
  /*
   * The agent's loader sees neither Spring nor Reactor. All handles are of public interfaces, found
   * through the class of the first exchange and kept with that class.
   */
  private static final String EXCHANGE = "org.springframework.web.server.ServerWebExchange";
  private static final String HTTP = "org.springframework.http.";

  private final ReactorMonos promises;
  private final WebFluxResponseApi responses;
  private final HeaderApi headers;
  private final ExchangeCookies cookies;
  private final MethodHandle getRequest;
  private final MethodHandle getResponse;
  private final MethodHandle getAttributes;
  private final MethodHandle getPrincipal;
  private final MethodHandle getMethod;
  private final MethodHandle getUri;
  private final MethodHandle getHeaders;
  private final MethodHandle getRemoteAddress;
  private final MethodHandle getPath;
  private final MethodHandle contextPath;
  private final MethodHandle pathValue;
  private final MethodHandle getNativeRequest;
  private final MethodHandle handle;

  WebFluxExchangeApi(Class<?> type) {
    Class<?> exchangeType = Handles.typeNamed(type, EXCHANGE);
    if (exchangeType == null) {
      throw new IllegalStateException(type.getName() + " is no " + EXCHANGE);
    }
    Handles exchange = new Handles(exchangeType);
    Class<?> requestType = sibling(exchangeType, "server.reactive.ServerHttpRequest");
    Handles request = new Handles(requestType);
    promises = new ReactorMonos(exchangeType);
    responses = new WebFluxResponseApi(exchangeType, promises);
    headers = new HeaderApi(sibling(exchangeType, "HttpHeaders"));
    cookies = new ExchangeCookies(requestType, sibling(exchangeType, "HttpCookie"));
    getRequest = exchange.bindAny("getRequest");
    getResponse = exchange.bindAny("getResponse");
    getAttributes = exchange.bindAny("getAttributes");
    getPrincipal = exchange.bindAny("getPrincipal");
    getMethod = methodOf(request);
    getUri = request.bindAny("getURI");
    getHeaders = request.bindAny("getHeaders");
    getRemoteAddress = request.bindAny("getRemoteAddress");
    getPath = request.bindAny("getPath");
    contextPath = new Handles(sibling(exchangeType, "server.RequestPath")).bindAny("contextPath");
    pathValue = new Handles(sibling(exchangeType, "server.PathContainer")).bindAny("value");
    getNativeRequest =
        new Handles(sibling(exchangeType, "server.reactive.ServerHttpRequestDecorator"))
            .bindAny("getNativeRequest", requestType);
    handle =
        new Handles(Handles.sibling(exchangeType, "org.springframework.web.server.WebHandler"))
            .bindAny("handle", exchangeType);
  }

  private static Class<?> sibling(Class<?> type, String name) {
    return Handles.sibling(type, HTTP + name);
  }

  /** Spring 5 has no object for methods that it does not know; later ones have no such text. */
  private static MethodHandle methodOf(Handles request) {
    MethodHandle earlier = request.bindIfThere("getMethodValue");
    return earlier == null ? request.bindAny("getMethod") : earlier;
  }

  ReactorMonos promises() {
    return promises;
  }

  WebFluxResponseApi responses() {
    return responses;
  }

  Object request(Object exchange) {
    return Handles.get(getRequest, exchange);
  }

  Object response(Object exchange) {
    return Handles.get(getResponse, exchange);
  }

  @SuppressWarnings("unchecked") // as declared by the library
  Map<String, Object> attributes(Object exchange) {
    return (Map<String, Object>) Handles.get(getAttributes, exchange);
  }

  /** A promise of who is calling, which may never be kept. */
  Object principal(Object exchange) {
    return Handles.get(getPrincipal, exchange);
  }

  String method(Object request) {
    return String.valueOf(Handles.get(getMethod, request));
  }

  URI uri(Object request) {
    return (URI) Handles.get(getUri, request);
  }

  @Nullable String header(Object request, String name) {
    return headers.first(Handles.get(getHeaders, request), name);
  }

  @Nullable String headerLines(Object request, String name) {
    return headers.joined(Handles.get(getHeaders, request), name);
  }

  /** The value of a cookie as WebFlux has parsed it. */
  @Nullable String cookie(Object request, String name) {
    return cookies.value(request, name);
  }

  @Nullable String remoteAddress(Object request) {
    InetSocketAddress address = (InetSocketAddress) Handles.call(getRemoteAddress, request);
    if (address == null) {
      return null;
    }
    // One that the application has read from a field may never have been resolved.
    return address.getAddress() == null
        ? address.getHostString()
        : address.getAddress().getHostAddress();
  }

  /** What stands before all paths of the application. */
  String contextPath(Object request) {
    return (String) Handles.get(pathValue, Handles.get(contextPath, Handles.get(getPath, request)));
  }

  /** The server's own object for the request; null if there is none to be found. */
  @Nullable Object origin(Object exchange) {
    try {
      return Handles.call(getNativeRequest, request(exchange));
    } catch (IllegalArgumentException unknown) {
      return null;
    }
  }

  /** Lets a handler of WebFlux handle an exchange. */
  Object handle(Object handler, Object exchange) {
    try {
      return (Object) handle.invokeExact(handler, exchange);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
