package dev.penstock.instrument.vertx;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.Hook;
import dev.penstock.instrument.HookTarget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests of Vert.x, where they are handed to the application. */
public final class VertxHook implements Hook {
  /*
   * They come here from the handler that VertxServerHook has put in front of the application's. The
   * router is woven as well, for servers that had their handler before there was a rule, and so is
   * the handler in front of both, which hands WebSockets to a handler of their own.
   */
  private static final String ROUTER = "io.vertx.ext.web.impl.RouterImpl";
  private static final String FRONT = "io.vertx.core.http.impl.Http1xServerRequestHandler";
  private static final String DESCRIPTOR = "(Lio/vertx/core/http/HttpServerRequest;)V";
  private static final String ADVICE = "dev.penstock.instrument.vertx.RouterAdvice";

  private final VertxExchanges requests;

  public VertxHook(VertxExchanges requests) {
    this.requests = requests;
  }

  @Override
  public String name() {
    return "vertx";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(ROUTER, "handle", DESCRIPTOR, ADVICE),
        HookTarget.in(FRONT, "handle", DESCRIPTOR, ADVICE));
  }

  @Override
  public @Nullable InboundExchange exchange(Object handler, Object request, @Nullable Object none) {
    boolean inFront = handler.getClass().getName().equals(FRONT);
    return inFront && !requests.asksForUpgrade(request) ? null : requests.arrived(handler, request);
  }
}
