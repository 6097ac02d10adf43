package dev.penstock.instrument.vertxclient;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The HTTP client of Vert.x in one application, called through method handles. */
final class VertxClientApi {
  private static final ClassValue<VertxClientApi> BOUND =
      new ClassValue<>() {
        @Override
        protected VertxClientApi computeValue(Class<?> type) {
          return new VertxClientApi(type);
        }
      };
  private static final String REDIRECT_HANDLER = "redirectHandler";

  private final VertxFutures futures;
  private final RequestOptionsApi options;
  private final VertxClientResponseApi responses;
  private final RedirectDetector redirects;
  private final MethodHandle request;
  private final MethodHandle vertx;
  private final MethodHandle getOrCreateContext;
  private final MethodHandle redirectHandler;
  private final MethodHandle setRedirectHandler;

  /**
   * @param type the class of the client
   */
  private VertxClientApi(Class<?> type) {
    futures = new VertxFutures(type);
    options = new RequestOptionsApi(type);
    responses = new VertxClientResponseApi(type);
    redirects = new RedirectDetector(this);
    request =
        new Handles(Handles.sibling(type, "io.vertx.core.http.HttpClient"))
            .bindAny("request", options.type());
    Handles client = new Handles(type);
    vertx = client.bindAny("vertx");
    getOrCreateContext =
        new Handles(Handles.sibling(type, "io.vertx.core.Vertx")).bindAny("getOrCreateContext");
    redirectHandler = client.bindAny(REDIRECT_HANDLER);
    setRedirectHandler = client.bindAny(REDIRECT_HANDLER, Function.class);
  }

  static VertxClientApi of(Class<?> type) {
    return BOUND.get(type);
  }

  VertxFutures futures() {
    return futures;
  }

  RequestOptionsApi options() {
    return options;
  }

  VertxClientResponseApi responses() {
    return responses;
  }

  RedirectDetector redirects() {
    return redirects;
  }

  /** Starts a request; returns its future. */
  Object request(Object client, Object requestOptions) {
    return Handles.get(request, client, requestOptions);
  }

  /** The context in which the client runs callbacks for the current thread. */
  Object context(Object client) {
    return Handles.get(getOrCreateContext, Handles.get(vertx, client));
  }

  @Nullable Object redirectHandler(Object client) {
    return Handles.call(redirectHandler, client);
  }

  void setRedirectHandler(Object client, Function<Object, @Nullable Object> handler) {
    Handles.call(setRedirectHandler, client, handler);
  }
}
