package dev.penstock.instrument.vertx;

import static dev.penstock.instrument.MethodValue.NONE;
import static dev.penstock.instrument.MethodValue.THIS;
import static dev.penstock.instrument.MethodValue.argument;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Catches requests of Vert.x where they are passed to the application. */
public final class VertxHook implements InboundHook {
  /*
   * Requests reach this hook from the handler that VertxServerHook has installed. The router is
   * instrumented, too, for servers whose handler was set before there was a rule. So is the
   * server's own handler in front of both, which passes WebSockets to a separate handler.
   */
  private static final String ROUTER = "io.vertx.ext.web.impl.RouterImpl";
  private static final String FRONT = "io.vertx.core.http.impl.Http1xServerRequestHandler";
  private static final String DESCRIPTOR = "(Lio/vertx/core/http/HttpServerRequest;)V";

  private final VertxExchanges exchanges;

  public VertxHook(VertxExchanges exchanges) {
    this.exchanges = exchanges;
  }

  @Override
  public String name() {
    return "vertx";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(ROUTER, "handle", DESCRIPTOR, ADVICE)
            .passing(name(), THIS, argument(0), NONE),
        HookTarget.in(FRONT, "handle", DESCRIPTOR, ADVICE)
            .passing(name(), THIS, argument(0), NONE));
  }

  @Override
  public @Nullable InboundExchange exchange(Object handler, Object request, @Nullable Object none) {
    boolean inFront = handler.getClass().getName().equals(FRONT);
    return inFront && !exchanges.requestsUpgrade(request)
        ? null
        : exchanges.arrived(handler, request);
  }
}
