package dev.penstock.instrument.vertx;

import static dev.penstock.instrument.MethodValue.NONE;
import static dev.penstock.instrument.MethodValue.THIS;
import static dev.penstock.instrument.MethodValue.argument;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Catches requests of Vert.x when a matching route is about to call its handler. */
public final class VertxRouteHook implements InboundHook {
  private static final String ROUTE = "io.vertx.ext.web.impl.RouteState";
  private static final String DESCRIPTOR = "(Lio/vertx/ext/web/impl/RoutingContextImplBase;)V";

  private final ClassValue<VertxRouteApi> apis =
      new ClassValue<>() {
        @Override
        protected VertxRouteApi computeValue(Class<?> contextType) {
          return new VertxRouteApi(contextType);
        }
      };
  private final VertxExchanges exchanges;

  public VertxRouteHook(VertxExchanges exchanges) {
    this.exchanges = exchanges;
  }

  @Override
  public String name() {
    return "vertx-route";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(ROUTE, "handleContext", DESCRIPTOR, ADVICE)
            .passing(name(), THIS, argument(0), NONE));
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
    VertxRouteApi api = apis.get(context.getClass());
    VertxExchange exchange = exchanges.exchangeOf(api.request(context));
    if (exchange == null || exchange.attachment() == null || exchange.isCommitted()) {
      return null;
    }
    if (!api.isFinalRoute(route, context)) {
      return null;
    }
    exchange.reach(new RoutedRequest(api, route, context));
    return exchange;
  }
}
