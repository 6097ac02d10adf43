package dev.penstock.instrument.webflux;

import dev.penstock.bootstrap.Gate;
import dev.penstock.http.CookieHeader;
import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.http.PathReadings;
import dev.penstock.http.RawPath;
import dev.penstock.http.RejectionResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An exchange of WebFlux on its way from its arrival to its handler. */
final class WebFluxExchange implements InboundExchange {
  /*
   * One object for the whole way, so that what was sent cannot look different later. It is met by
   * one thread after the other: whatever hands the exchange on hands this on, too.
   *
   * Bodies are read by the application alone: a form's field is missing here, and so is a session,
   * which is a promise as well.
   */
  private static final String PATTERN =
      "org.springframework.web.reactive.HandlerMapping.bestMatchingPattern";
  private static final String BROKEN = "ON_ERROR";
  private static final int SERVER_ERROR = 500;
  private static final int SWITCHING_PROTOCOLS = 101;

  private final WebFluxExchangeApi api;
  private final Object request;
  private final Object response;
  private final Map<String, Object> attributes;
  private Object exchange;
  private Supplier<Object> again;
  private Milestone milestone = Milestone.ARRIVED;
  private @Nullable List<String> otherPaths;
  private @Nullable String route;
  private @Nullable String user;
  private boolean userSought;
  private @Nullable Object kept;
  private @Nullable Object instead;
  private boolean awaitsDecision;
  private volatile boolean broken;

  WebFluxExchange(WebFluxExchangeApi api, Object exchange, Supplier<Object> again) {
    this.api = api;
    this.exchange = exchange;
    this.again = again;
    request = api.request(exchange);
    response = api.response(exchange);
    attributes = api.attributes(exchange);
  }

  /**
   * Has come further.
   *
   * @param newExchange as the filters of the application have wrapped it
   * @param newAgain runs the woven method again
   */
  void comeTo(Milestone newMilestone, Object newExchange, Supplier<Object> newAgain) {
    milestone = newMilestone;
    exchange = newExchange;
    again = newAgain;
    instead = null;
    Object pattern = newMilestone == Milestone.ROUTED ? attributes.get(PATTERN) : null;
    route = pattern == null ? null : api.contextPath(api.request(newExchange)) + pattern;
  }

  boolean isCommitted() {
    return api.responses().isCommitted(response);
  }

  @Override
  public boolean resumesLater() {
    if (milestone != Milestone.IDENTIFIED || userSought) {
      return false;
    }
    Supplier<Object> method = again;
    instead =
        api.promises()
            .after(
                api.principal(exchange),
                principal -> user = principal.getName(),
                () -> {
                  userSought = true;
                  return method.get();
                });
    return true;
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public void suspendFor(long micros) {
    instead = api.promises().after(micros, again);
  }

  @Override
  public void suspendUntil(CompletionStage<?> decided) {
    awaitsDecision = milestone == Milestone.ARRIVED;
    instead = api.promises().after(decided, again);
  }

  /** True, once, if it was held where it came in and has to be looked at there again. */
  boolean comesForDecision() {
    boolean comes = awaitsDecision;
    awaitsDecision = false;
    instead = comes ? null : instead;
    return comes;
  }

  @Override
  public void reject(RejectionResponse refusal) {
    instead = api.responses().refuse(response, refusal);
  }

  @Override
  public @Nullable Object result(@Nullable Object result, @Nullable Runnable atEnd) {
    Object promise = instead == null ? result : instead;
    if (promise == null || atEnd == null) {
      return promise;
    }
    try {
      return api.promises().ending(promise, signal -> ended(signal, atEnd));
    } catch (RuntimeException | Error untold) {
      // A call whose end is not told would hold its place for ever, so this is its end.
      Gate.suppressed(untold);
      atEnd.run();
      return promise;
    }
  }

  private void ended(Object signal, Runnable atEnd) {
    try {
      broken = signal instanceof Enum<?> kind && kind.name().equals(BROKEN) && !isCommitted();
      atEnd.run();
    } catch (Throwable error) {
      Gate.suppressed(error);
    }
  }

  @Override
  public int status() {
    if (broken) {
      return SERVER_ERROR;
    }
    return isSession() ? SWITCHING_PROTOCOLS : api.responses().status(response);
  }

  /** Over HTTP/2 a session is asked for by the method, with HTTP/1 by a header. */
  private boolean isSession() {
    boolean wanted = header("Upgrade") != null || method().equals("CONNECT");
    return wanted && NettySession.isOpenedBy(api.origin(exchange));
  }

  @Override
  public boolean onClose(Runnable atClose) {
    return NettySession.tellsClose(api.origin(exchange), atClose);
  }

  /** Always: the method only promises. */
  @Override
  public boolean endsLater(Runnable atEnd) {
    return true;
  }

  @Override
  public void attach(Object newKept) {
    kept = newKept;
  }

  @Override
  public void detach() {
    kept = null;
  }

  @Override
  public @Nullable Object attachment() {
    return kept;
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
  public String method() {
    return api.method(request);
  }

  @Override
  public String path() {
    String raw = api.uri(request).getRawPath();
    return RawPath.withDots(raw == null ? "/" : raw);
  }

  @Override
  public List<String> otherPaths() {
    List<String> known = otherPaths;
    if (known == null) {
      String raw = api.uri(request).getRawPath();
      known = raw == null ? List.of() : PathReadings.besides(path(), raw);
      otherPaths = known;
    }
    return known;
  }

  @Override
  public @Nullable String query() {
    return api.uri(request).getRawQuery();
  }

  @Override
  public @Nullable String header(String name) {
    return api.header(request, name);
  }

  @Override
  public @Nullable String headerLines(String name) {
    return api.headerLines(request, name);
  }

  /** As the server parses it, as long as other parsers would find the same. */
  @Override
  public @Nullable String cookie(String name) {
    String header = headerLines("Cookie");
    return header == null ? null : CookieHeader.parsed(header, name, api.cookie(request, name));
  }

  @Override
  public @Nullable String remoteAddress() {
    return api.remoteAddress(request);
  }

  @Override
  public @Nullable String attribute(String name) {
    Object value = attributes.get(name);
    return value == null ? null : String.valueOf(value);
  }

  @Override
  public void addHeader(String name, String value) {
    api.responses().addField(response, name, value);
  }

  @Override
  public void replaceHeader(String name, String value) {
    api.responses().setField(response, name, value);
  }
}
