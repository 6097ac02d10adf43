package dev.penstock.instrument.container;

import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import dev.penstock.http.RequestPath;
import dev.penstock.instrument.server.EndOfCall;
import dev.penstock.instrument.server.ReflectiveExchange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request of Undertow at its root handler, which no servlet will see. */
final class UndertowExchange extends ReflectiveExchange {
  /*
   * Root handlers run on an event loop. A request that has to wait is passed to the root handler
   * again, on the same loop.
   *
   * A request that upgrades its connection to HTTP/2 reaches the root handler twice: Undertow
   * responds to it with status 101, and passes it on as the first stream of HTTP/2. It counts once,
   * so this object continues with that stream.
   */
  private static final long MICROS_PER_MILLI = 1_000;
  private static final int SWITCHING_PROTOCOLS = 101;

  private final UndertowApi api;
  private final Object handler;
  private final boolean wantsHttp2;
  private final EndOfCall end = new EndOfCall();
  private final List<HeaderField> fields = new ArrayList<>();
  private volatile Object exchange;
  private volatile @Nullable Object attachment;
  private volatile boolean awaitsDecision;
  private volatile boolean endExpected;

  UndertowExchange(UndertowApi api, Object handler, Object exchange) {
    super(api.reader(), exchange);
    this.api = api;
    this.handler = handler;
    this.exchange = exchange;
    wantsHttp2 = header("HTTP2-Settings") != null && header("Upgrade") != null;
  }

  /** The root handler. */
  Object handler() {
    return handler;
  }

  /** True if the request may continue as a stream of HTTP/2. */
  boolean wantsHttp2() {
    return wantsHttp2;
  }

  /** Continues with the stream of HTTP/2 that this request has become. */
  void continueAs(Object stream) {
    exchange = stream;
    synchronized (fields) {
      fields.forEach(field -> api.setHeader(stream, field.name(), field.value()));
    }
    if (endExpected) {
      api.onComplete(stream, end::end);
    }
  }

  /** Ends a request whose connection has closed between two protocols. */
  void abandon() {
    end.end();
  }

  @Override
  public String path() {
    return RequestPath.routed(api.reader().decodedPath(exchange));
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public void suspendFor(long micros) {
    Object suspended = exchange;
    long millis = (micros + MICROS_PER_MILLI - 1) / MICROS_PER_MILLI;
    api.connections()
        .runAfter(millis, suspended, () -> api.connections().handle(handler, suspended));
  }

  @Override
  public void suspendUntil(Consumer<Runnable> whenDecided) {
    Object suspended = exchange;
    awaitsDecision = true;
    whenDecided.accept(
        () -> api.connections().run(suspended, () -> api.connections().handle(handler, suspended)));
  }

  /** True, once, if the request was suspended and now returns with a decision. */
  boolean resumes() {
    boolean resumes = awaitsDecision;
    awaitsDecision = false;
    return resumes;
  }

  boolean isCommitted() {
    return api.isCommitted(exchange);
  }

  @Override
  public void addHeader(String name, String value) {
    replaceHeader(name, value);
  }

  @Override
  public void replaceHeader(String name, String value) {
    api.setHeader(exchange, name, value);
    if (wantsHttp2) {
      synchronized (fields) {
        fields.add(new HeaderField(name, value));
      }
    }
  }

  @Override
  public void reject(RejectionResponse rejection) {
    api.reject(exchange, rejection);
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
  public void expectEnd() {
    endExpected = true;
    api.onComplete(
        exchange,
        () -> {
          if (!wantsHttp2 || status() != SWITCHING_PROTOCOLS) {
            end.end();
          }
        });
  }

  @Override
  public int status() {
    return api.status(exchange);
  }

  /** Undertow reports every end, also that of a request that ends with the handler. */
  @Override
  public boolean endsLater(Runnable callback) {
    return end.onEnd(callback);
  }

  @Override
  public boolean onClose(Runnable callback) {
    return api.connections().onClose(exchange, callback);
  }
}
