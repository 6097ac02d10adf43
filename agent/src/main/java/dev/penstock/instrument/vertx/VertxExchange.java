package dev.penstock.instrument.vertx;

import dev.penstock.bootstrap.Gate;
import dev.penstock.http.CookieHeader;
import dev.penstock.http.HostName;
import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.http.PathReadings;
import dev.penstock.http.RawPath;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.NettyChannel;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A request of Vert.x on its way from its arrival to its route. */
final class VertxExchange implements InboundExchange {
  /*
   * One object for the whole way, so that what was sent cannot look different later. Bodies are read
   * by the application alone: a form's field is missing here.
   *
   * The end is told by the response, which has room for one handler. If the application has set its
   * own by the time that we want to know, ours is behind that one already (VertxEndHook).
   */
  private static final long MILLI_MICROS = 1_000;

  private final VertxRequestApi api;
  private final Object handler;
  private final Object request;
  private final Object response;
  private final AtomicReference<@Nullable Runnable> atEnd = new AtomicReference<>();
  private volatile @Nullable List<String> otherPaths;
  private volatile @Nullable RoutedRequest routed;
  private volatile @Nullable Object kept;
  private volatile boolean heardAlready;
  private volatile boolean awaitsDecision;
  private volatile int rejectedWith;

  VertxExchange(VertxRequestApi api, Object handler, Object request, Object response) {
    this.api = api;
    this.handler = handler;
    this.request = request;
    this.response = response;
  }

  /** Has come to its route. */
  void comeTo(RoutedRequest newRouted) {
    routed = newRouted;
  }

  boolean isCommitted() {
    return api.responses().isCommitted(response);
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public void suspendFor(long micros) {
    RoutedRequest route = routed;
    long millis = (micros + MILLI_MICROS - 1) / MILLI_MICROS;
    api.after(
        millis,
        request,
        () -> {
          if (api.responses().isClosed(response)) {
            return; // Whoever called has left before its turn.
          }
          if (route == null) {
            api.handle(handler, request);
          } else {
            route.handle();
          }
        });
  }

  @Override
  public void suspendUntil(CompletionStage<?> decided) {
    RoutedRequest route = routed;
    awaitsDecision = route == null;
    api.after(
        decided,
        request,
        () -> {
          if (api.responses().isClosed(response)) {
            return; // Whoever called has left before it was decided, and its end was told.
          }
          if (route == null) {
            // The application's handler is behind the gate, and nothing in it comes by there again.
            new GatedHandler(api.handlerType(), handler).accept(request);
          } else {
            route.handle();
          }
        });
  }

  /** True, once, if it was held where it came in and has to be looked at there again. */
  boolean comesForDecision() {
    boolean comes = awaitsDecision;
    awaitsDecision = false;
    return comes;
  }

  /**
   * A handler of the response's end that tells us, and this one, too; null if this one is ours.
   *
   * @param other what the application sets; null if it sets none
   */
  @Nullable Object hearingToo(@Nullable Object other) {
    if (other != null && VertxHandler.isOurs(other)) {
      return null;
    }
    heardAlready = true;
    return VertxHandler.of(
        api.handlerType(),
        event -> {
          ended();
          if (other != null) {
            api.handle(other, event);
          }
        });
  }

  /** The connection was upgraded, unless it was too late; the response has ended unheard then. */
  void upgraded() {
    if (api.responses().isOver(response)) {
      ended();
    }
  }

  /** A handshake was rejected with this status past the response, which never ends. */
  void rejected(int status) {
    rejectedWith = status;
    ended();
  }

  private void ended() {
    try {
      Runnable toRun = atEnd.getAndSet(null);
      if (toRun != null) {
        toRun.run();
      }
    } catch (Throwable error) {
      Gate.suppressed(error);
    }
  }

  @Override
  public boolean endsLater(Runnable newAtEnd) {
    atEnd.set(newAtEnd);
    try {
      if (!heardAlready && !api.responses().isOver(response)) {
        Object ours = VertxHandler.of(api.handlerType(), event -> ended());
        api.responses().tellEnd(response, ours);
      }
    } catch (IllegalStateException endedMeanwhile) {
      // By another thread; that is asked for next.
    }
    boolean over = rejectedWith != 0 || api.responses().isOver(response);
    boolean untold = over && atEnd.getAndSet(null) != null;
    return !untold;
  }

  @Override
  public int status() {
    int rejected = rejectedWith;
    return rejected == 0 ? api.responses().status(response) : rejected;
  }

  @Override
  public boolean onClose(Runnable atClose) {
    try {
      Object channel = api.channel(request);
      return channel != null && NettyChannel.tellsClose(channel, atClose);
    } catch (RuntimeException | Error error) {
      Gate.suppressed(error);
      return false;
    }
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
    return routed == null ? Milestone.ARRIVED : Milestone.ROUTED;
  }

  @Override
  public @Nullable String route() {
    RoutedRequest route = routed;
    return route == null ? null : route.template();
  }

  @Override
  public @Nullable String user() {
    RoutedRequest route = routed;
    return route == null ? null : route.user();
  }

  @Override
  public @Nullable String attribute(String name) {
    RoutedRequest route = routed;
    Object value = route == null ? null : route.note(name);
    return value == null ? null : String.valueOf(value);
  }

  @Override
  public String method() {
    return api.method(request);
  }

  @Override
  public String path() {
    String raw = api.path(request);
    return RawPath.withParameters(raw == null ? "/" : raw);
  }

  @Override
  public List<String> otherPaths() {
    List<String> known = otherPaths;
    if (known == null) {
      String raw = api.path(request);
      known = raw == null ? List.of() : PathReadings.besides(path(), raw);
      otherPaths = known;
    }
    return known;
  }

  @Override
  public @Nullable String query() {
    return api.query(request);
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
  public String host() {
    String host = header("Host");
    return HostName.of(host == null ? api.authority(request) : host);
  }

  @Override
  public void addHeader(String name, String value) {
    api.responses().setField(response, name, value);
  }

  @Override
  public void replaceHeader(String name, String value) {
    api.responses().setField(response, name, value);
  }

  @Override
  public void reject(RejectionResponse refusal) {
    api.responses().refuse(response, refusal);
  }
}
