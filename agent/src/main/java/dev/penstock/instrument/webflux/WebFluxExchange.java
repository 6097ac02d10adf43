package dev.penstock.instrument.webflux;

import dev.penstock.bootstrap.Gate;
import dev.penstock.http.Milestone;
import dev.penstock.http.RawPath;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.server.ReflectiveExchange;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A request of WebFlux, from its arrival to its handler. */
final class WebFluxExchange extends ReflectiveExchange {
  /*
   * One object serves all hooks of a request, so that all rules see the same request. Only one
   * thread uses it at a time: Reactor passes the exchange, and with it this object, from thread to
   * thread.
   *
   * It never reads the body or the session, which is a Mono as well, so form fields and sessions
   * are missing.
   */
  private static final String PATTERN =
      "org.springframework.web.reactive.HandlerMapping.bestMatchingPattern";
  private static final String FAILED = "ON_ERROR";
  private static final int SERVER_ERROR = 500;
  private static final int SWITCHING_PROTOCOLS = 101;

  private final WebFluxExchangeApi api;
  private final Object request;
  private final Object response;
  private final Map<String, Object> attributes;
  private Object serverExchange;
  private Supplier<Object> method;
  private Milestone milestone = Milestone.ARRIVED;
  private @Nullable String route;
  private @Nullable String user;
  private boolean userResolved;
  private @Nullable Object attachment;
  private @Nullable Object ownResult;
  private boolean awaitsDecision;
  private volatile boolean failed;

  /**
   * @param method runs the instrumented method again
   */
  WebFluxExchange(WebFluxExchangeApi api, Object serverExchange, Supplier<Object> method) {
    this(api, api.request(serverExchange), serverExchange, method);
  }

  private WebFluxExchange(
      WebFluxExchangeApi api, Object request, Object serverExchange, Supplier<Object> method) {
    super(api, request);
    this.api = api;
    this.serverExchange = serverExchange;
    this.method = method;
    this.request = request;
    response = api.response(serverExchange);
    attributes = api.attributes(serverExchange);
  }

  /**
   * Records that the request has reached a later hook.
   *
   * @param newExchange the exchange of Spring, as the application's filters have wrapped it
   * @param newMethod runs the instrumented method again
   */
  void reach(Milestone newMilestone, Object newExchange, Supplier<Object> newMethod) {
    milestone = newMilestone;
    serverExchange = newExchange;
    method = newMethod;
    ownResult = null;
    Object pattern = newMilestone == Milestone.ROUTED ? attributes.get(PATTERN) : null;
    route = pattern == null ? null : api.contextPath(api.request(newExchange)) + pattern;
  }

  boolean isCommitted() {
    return api.responses().isCommitted(response);
  }

  @Override
  public boolean resumesLater() {
    if (milestone != Milestone.IDENTIFIED || userResolved) {
      return false;
    }
    Supplier<Object> current = method;
    ownResult =
        api.monos()
            .after(
                api.principal(serverExchange),
                principal -> user = principal.getName(),
                () -> {
                  userResolved = true;
                  return current.get();
                });
    return true;
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public void suspendFor(long micros) {
    ownResult = api.monos().after(micros, method);
  }

  @Override
  public void suspendUntil(Consumer<Runnable> whenDecided) {
    CompletableFuture<@Nullable Void> decided = new CompletableFuture<>();
    whenDecided.accept(() -> decided.complete(null));
    awaitsDecision = milestone == Milestone.ARRIVED;
    ownResult = api.monos().after(decided, method);
  }

  /** True, once, if the request was suspended on arrival and now returns with a decision. */
  boolean resumesArrival() {
    boolean resumes = awaitsDecision;
    awaitsDecision = false;
    ownResult = resumes ? null : ownResult;
    return resumes;
  }

  @Override
  public void reject(RejectionResponse rejection) {
    ownResult = api.responses().reject(response, rejection);
  }

  @Override
  public @Nullable Object result(@Nullable Object result, @Nullable Runnable callback) {
    Object mono = ownResult == null ? result : ownResult;
    if (mono == null || callback == null) {
      return mono;
    }
    try {
      return api.monos().withCallback(mono, signal -> ended(signal, callback));
    } catch (RuntimeException | Error unreported) {
      // A request whose end is not reported would never free its slot, so this counts as its end.
      Gate.suppressed(unreported);
      callback.run();
      return mono;
    }
  }

  private void ended(Object signal, Runnable callback) {
    try {
      failed = signal instanceof Enum<?> kind && kind.name().equals(FAILED) && !isCommitted();
      callback.run();
    } catch (Throwable error) {
      Gate.suppressed(error);
    }
  }

  @Override
  public int status() {
    if (failed) {
      return SERVER_ERROR;
    }
    return isWebSocket() ? SWITCHING_PROTOCOLS : api.responses().status(response);
  }

  /** A WebSocket session starts with the method CONNECT in HTTP/2, and with a header in HTTP/1. */
  private boolean isWebSocket() {
    boolean requested = header("Upgrade") != null || method().equals("CONNECT");
    return requested && NettyWebSocket.isOpenedBy(api.nativeRequest(serverExchange));
  }

  @Override
  public boolean onClose(Runnable callback) {
    return NettyWebSocket.onClose(api.nativeRequest(serverExchange), callback);
  }

  /** Always true, because the method returns a Mono. */
  @Override
  public boolean endsLater(Runnable callback) {
    return true;
  }

  @Override
  public void attach(Object newAttachment) {
    attachment = newAttachment;
  }

  @Override
  public void detach() {
    attachment = null;
  }

  @Override
  public @Nullable Object attachment() {
    return attachment;
  }

  @Override
  public Milestone milestone() {
    return milestone;
  }

  @Override
  public @Nullable String route() {
    return route;
  }

  @Override
  public @Nullable String user() {
    return user;
  }

  @Override
  public String path() {
    String raw = api.rawPath(request);
    return RawPath.withDots(raw == null ? "/" : raw);
  }

  @Override
  public @Nullable String attribute(String name) {
    Object value = attributes.get(name);
    return value == null ? null : String.valueOf(value);
  }

  @Override
  public void addHeader(String name, String value) {
    api.responses().addHeader(response, name, value);
  }

  @Override
  public void replaceHeader(String name, String value) {
    api.responses().setHeader(response, name, value);
  }
}
