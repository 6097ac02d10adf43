package dev.penstock.instrument.webflux;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.server.RequestReader;
import java.lang.invoke.MethodHandle;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads exchanges of WebFlux, since Spring 5.3, through handles bound once. */
final class WebFluxExchangeApi implements RequestReader {
  /*
   * The agent's loader sees neither Spring nor Reactor. Handles are looked up on public interfaces,
   * found through the class of the first exchange, and kept with that class.
   */
  private static final String EXCHANGE = "org.springframework.web.server.ServerWebExchange";
  private static final String HTTP = "org.springframework.http.";

  private final MonoApi monos;
  private final WebFluxResponseApi responses;
  private final SpringHeadersApi headers;
  private final WebFluxCookies cookies;
  private final MethodHandle getRequest;
  private final MethodHandle getResponse;
  private final MethodHandle getAttributes;
  private final MethodHandle getPrincipal;
  private final MethodHandle getMethod;
  private final MethodHandle getUri;
  private final MethodHandle getHeaders;
  private final MethodHandle getRemoteAddress;
  private final MethodHandle getLocalAddress;
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
    monos = new MonoApi(exchangeType);
    responses = new WebFluxResponseApi(exchangeType, monos);
    headers = new SpringHeadersApi(sibling(exchangeType, "HttpHeaders"));
    cookies = new WebFluxCookies(requestType, sibling(exchangeType, "HttpCookie"));
    getRequest = exchange.bindAny("getRequest");
    getResponse = exchange.bindAny("getResponse");
    getAttributes = exchange.bindAny("getAttributes");
    getPrincipal = exchange.bindAny("getPrincipal");
    getMethod = methodOf(request);
    getUri = request.bindAny("getURI");
    getHeaders = request.bindAny("getHeaders");
    getRemoteAddress = request.bindAny("getRemoteAddress");
    getLocalAddress = request.bindAny("getLocalAddress");
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

  /** Spring 5 has no object for unknown methods, and later versions have no method as text. */
  private static MethodHandle methodOf(Handles request) {
    MethodHandle earlier = request.bindIfPresent("getMethodValue");
    return earlier == null ? request.bindAny("getMethod") : earlier;
  }

  MonoApi monos() {
    return monos;
  }

  WebFluxResponseApi responses() {
    return responses;
  }

  Object request(Object serverExchange) {
    return Handles.get(getRequest, serverExchange);
  }

  Object response(Object serverExchange) {
    return Handles.get(getResponse, serverExchange);
  }

  @SuppressWarnings("unchecked") // as declared by the library
  Map<String, Object> attributes(Object serverExchange) {
    return (Map<String, Object>) Handles.get(getAttributes, serverExchange);
  }

  /** A Mono of the user, which may be empty or fail. */
  Object principal(Object serverExchange) {
    return Handles.get(getPrincipal, serverExchange);
  }

  @Override
  public String method(Object request) {
    return String.valueOf(Handles.get(getMethod, request));
  }

  @Override
  public @Nullable String rawPath(Object request) {
    return uri(request).getRawPath();
  }

  @Override
  public @Nullable String query(Object request) {
    return uri(request).getRawQuery();
  }

  private URI uri(Object request) {
    return (URI) Handles.get(getUri, request);
  }

  @Override
  public @Nullable String header(Object request, String name) {
    return headers.first(Handles.get(getHeaders, request), name);
  }

  @Override
  public @Nullable String headerLines(Object request, String name) {
    return headers.joined(Handles.get(getHeaders, request), name);
  }

  @Override
  public @Nullable String cookie(Object request, String name) {
    return cookies.value(request, name);
  }

  @Override
  public @Nullable String remoteAddress(Object request) {
    InetSocketAddress address = (InetSocketAddress) Handles.call(getRemoteAddress, request);
    if (address == null) {
      return null;
    }
    // An address that the application has read from a header field may be unresolved.
    return address.getAddress() == null
        ? address.getHostString()
        : address.getAddress().getHostAddress();
  }

  @Override
  public int localPort(Object request) {
    InetSocketAddress address = (InetSocketAddress) Handles.call(getLocalAddress, request);
    return address == null ? 0 : address.getPort();
  }

  /** The path prefix of the application. */
  String contextPath(Object request) {
    return (String) Handles.get(pathValue, Handles.get(contextPath, Handles.get(getPath, request)));
  }

  /** The server's own request; null if there is none. */
  @Nullable Object nativeRequest(Object serverExchange) {
    try {
      return Handles.call(getNativeRequest, request(serverExchange));
    } catch (IllegalArgumentException unknown) {
      return null;
    }
  }

  /** Calls a handler of WebFlux. */
  Object handle(Object handler, Object serverExchange) {
    try {
      return (Object) handle.invokeExact(handler, serverExchange);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
