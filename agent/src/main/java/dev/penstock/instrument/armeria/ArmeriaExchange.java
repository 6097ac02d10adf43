package dev.penstock.instrument.armeria;

import dev.penstock.bootstrap.Gate;
import dev.penstock.http.HostName;
import dev.penstock.http.RawPath;
import dev.penstock.instrument.InterfaceProxy.Original;
import dev.penstock.instrument.server.EventLoopExchange;
import dev.penstock.instrument.server.GateResult;
import dev.penstock.instrument.server.RoutePathTemplate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A request of Armeria, from its route to the end of its response. */
final class ArmeriaExchange extends EventLoopExchange {
  private static final int NO_RESPONSE = 500;

  private final ArmeriaApi api;
  private final Object context;
  private final Original service;
  private final CompletableFuture<@Nullable Object> laterResponse = new CompletableFuture<>();
  private volatile int status = NO_RESPONSE;

  /**
   * @param context the request's context, which Armeria passes to the service
   * @param service calls the service
   */
  ArmeriaExchange(ArmeriaApi api, Object context, Original service) {
    super(api, context);
    this.api = api;
    this.context = context;
    this.service = service;
  }

  /** Returns the response of the service, or the one that takes its place. */
  @Nullable Object serve() throws Throwable {
    GateResult result = ask("armeria");
    return result == GateResult.SUSPENDED ? api.laterResponse(laterResponse) : respond(result);
  }

  private @Nullable Object respond(GateResult result) throws Throwable {
    if (result == GateResult.REJECTED) {
      try {
        return api.response(rejection());
      } catch (RuntimeException | Error error) {
        Gate.suppressed(error);
      }
    }
    return service.call();
  }

  @Override
  protected void resume(@Nullable GateResult known) {
    try {
      Throwable cancelled = api.cancellation(context);
      if (cancelled != null) {
        // The client has disconnected, or the request has timed out.
        laterResponse.completeExceptionally(cancelled);
        return;
      }
      GateResult result = known == null ? ask("armeria") : known;
      if (result != GateResult.SUSPENDED) {
        laterResponse.complete(respond(result));
      }
    } catch (Throwable thrown) {
      laterResponse.completeExceptionally(thrown);
    }
  }

  @Override
  protected void execute(Runnable task) {
    api.eventLoop(context).execute(task);
  }

  @Override
  protected void executeAfter(long micros, Runnable task) {
    Object unused = api.eventLoop(context).schedule(task, micros, TimeUnit.MICROSECONDS);
  }

  @Override
  public boolean endsLater(Runnable callback) {
    boolean later = super.endsLater(callback);
    if (later) {
      Object unused =
          api.responseEnd(context)
              .thenAccept(
                  log -> {
                    int sent = api.status(log);
                    status = sent == 0 ? NO_RESPONSE : sent;
                    ended();
                  });
    }
    return later;
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public String path() {
    return RawPath.withParameters(api.routedPath(context));
  }

  @Override
  public String route() {
    return RoutePathTemplate.of(api.routePattern(context));
  }

  @Override
  public String host() {
    return HostName.of(header("Host"));
  }

  @Override
  public void addHeader(String name, String value) {
    api.setHeader(context, name, value);
  }

  @Override
  public void replaceHeader(String name, String value) {
    api.setHeader(context, name, value);
  }
}
