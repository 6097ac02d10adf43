package dev.penstock.instrument.vertx;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.Hook;
import dev.penstock.instrument.HookTarget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The router of Vert.x, when a route that matches is about to call its handler. */
public final class VertxRouteHook implements Hook {
  private static final String ROUTE = "io.vertx.ext.web.impl.RouteState";
  private static final String DESCRIPTOR = "(Lio/vertx/ext/web/impl/RoutingContextImplBase;)V";
  private static final String ADVICE = "dev.penstock.instrument.vertx.RouteAdvice";

  private final ClassValue<RouteApi> apis =
      new ClassValue<>() {
        @Override
        protected RouteApi computeValue(Class<?> contextType) {
          return new RouteApi(contextType);
        }
      };
  private final VertxExchanges requests;

  public VertxRouteHook(VertxExchanges requests) {
    this.requests = requests;
  }

  @Override
  public String name() {
    return "vertx-route";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(HookTarget.in(ROUTE, "handleContext", DESCRIPTOR, ADVICE));
  }

  @Override
  public boolean isForRoutes() {
    return true;
  }

  @Override
  public boolean isForUsers() {
    return true;
  }

  @Override
  public @Nullable InboundExchange exchange(Object route, Object context, @Nullable Object none) {
    RouteApi api = apis.get(context.getClass());
    VertxExchange exchange = requests.visitOf(api.request(context));
    if (exchange == null || exchange.attachment() == null || exchange.isCommitted()) {
      return null;
    }
    if (!api.isItsRoute(route, context)) {
      return null;
    }
    exchange.comeTo(new RoutedRequest(api, route, context));
    return exchange;
  }
}
