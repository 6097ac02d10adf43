package dev.penstock.instrument.vertx;

import dev.penstock.bootstrap.Gate;
import dev.penstock.http.HostName;
import dev.penstock.http.Milestone;
import dev.penstock.http.RawPath;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.server.NettyChannel;
import dev.penstock.instrument.server.ReflectiveExchange;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request of Vert.x, from its arrival to its route. */
final class VertxExchange extends ReflectiveExchange {
  /*
   * One object serves all hooks of a request, so that all rules see the same request. It never
   * reads the body, so form fields are missing.
   *
   * The response reports its end to a single end handler. If the application has set one before,
   * VertxEndHook has combined it with ours already.
   */
  private static final long MICROS_PER_MILLI = 1_000;

  private final VertxRequestApi api;
  private final Object handler;
  private final Object request;
  private final Object response;
  private final AtomicReference<@Nullable Runnable> endCallback = new AtomicReference<>();
  private volatile @Nullable RoutedRequest routed;
  private volatile @Nullable Object attachment;
  private volatile boolean endHandlerSet;
  private volatile boolean awaitsDecision;
  private volatile int rejectedWith;

  VertxExchange(VertxRequestApi api, Object handler, Object request, Object response) {
    super(api, request);
    this.api = api;
    this.handler = handler;
    this.request = request;
    this.response = response;
  }

  /** Records that the request has reached its route. */
  void reach(RoutedRequest newRouted) {
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
    long millis = (micros + MICROS_PER_MILLI - 1) / MICROS_PER_MILLI;
    api.after(
        millis,
        request,
        () -> {
          if (api.responses().isClosed(response)) {
            return; // The client has disconnected before its turn.
          }
          if (route == null) {
            api.handle(handler, request);
          } else {
            route.handle();
          }
        });
  }

  @Override
  public void suspendUntil(Consumer<Runnable> whenDecided) {
    CompletableFuture<@Nullable Void> decided = new CompletableFuture<>();
    whenDecided.accept(() -> decided.complete(null));
    RoutedRequest route = routed;
    awaitsDecision = route == null;
    api.after(
        decided,
        request,
        () -> {
          if (api.responses().isClosed(response)) {
            return; // The client has disconnected before the decision, and the end was reported.
          }
          if (route == null) {
            // Asks the gate again, because the application's own handler does not.
            new GatedHandler(api.handlerType(), handler).accept(request);
          } else {
            route.handle();
          }
        });
  }

  /** True, once, if the request was suspended on arrival and now returns with a decision. */
  boolean resumesArrival() {
    boolean resumes = awaitsDecision;
    awaitsDecision = false;
    return resumes;
  }

  /**
   * Makes an end handler that notifies us and calls the application's; null if the handler to be
   * set is ours already.
   *
   * @param applicationHandler the handler that the application sets; null if it removes its own
   */
  @Nullable Object endHandler(@Nullable Object applicationHandler) {
    if (applicationHandler != null && VertxHandler.isOurs(applicationHandler)) {
      return null;
    }
    endHandlerSet = true;
    return VertxHandler.of(
        api.handlerType(),
        event -> {
          ended();
          if (applicationHandler != null) {
            api.handle(applicationHandler, event);
          }
        });
  }

  /** Reports the end after an upgrade of the connection, which calls no end handler. */
  void upgraded() {
    if (api.responses().isOver(response)) {
      ended();
    }
  }

  /** Reports the end after a rejected handshake, whose response never ends. */
  void rejected(int status) {
    rejectedWith = status;
    ended();
  }

  private void ended() {
    try {
      Runnable toRun = endCallback.getAndSet(null);
      if (toRun != null) {
        toRun.run();
      }
    } catch (Throwable error) {
      Gate.suppressed(error);
    }
  }

  @Override
  public boolean endsLater(Runnable callback) {
    endCallback.set(callback);
    try {
      if (!endHandlerSet && !api.responses().isOver(response)) {
        Object ours = VertxHandler.of(api.handlerType(), event -> ended());
        api.responses().setEndHandler(response, ours);
      }
    } catch (IllegalStateException endedMeanwhile) {
      // Another thread has ended the response; the next statement checks that.
    }
    boolean over = rejectedWith != 0 || api.responses().isOver(response);
    boolean unreported = over && endCallback.getAndSet(null) != null;
    return !unreported;
  }

  @Override
  public int status() {
    int rejected = rejectedWith;
    return rejected == 0 ? api.responses().status(response) : rejected;
  }

  @Override
  public boolean onClose(Runnable callback) {
    try {
      Object channel = api.channel(request);
      return channel != null && NettyChannel.onClose(channel, callback);
    } catch (RuntimeException | Error error) {
      Gate.suppressed(error);
      return false;
    }
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
    Object value = route == null ? null : route.attribute(name);
    return value == null ? null : String.valueOf(value);
  }

  @Override
  public String path() {
    String raw = api.rawPath(request);
    return RawPath.withParameters(raw == null ? "/" : raw);
  }

  @Override
  public String host() {
    String host = header("Host");
    return HostName.of(host == null ? api.authority(request) : host);
  }

  @Override
  public void addHeader(String name, String value) {
    api.responses().setHeader(response, name, value);
  }

  @Override
  public void replaceHeader(String name, String value) {
    api.responses().setHeader(response, name, value);
  }

  @Override
  public void reject(RejectionResponse rejection) {
    api.responses().reject(response, rejection);
  }
}
