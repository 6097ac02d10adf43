package dev.penstock.instrument.webflux;

import dev.penstock.call.Milestone;
import dev.penstock.instrument.Hook;
import dev.penstock.instrument.Target;
import dev.penstock.instrument.Visit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** WebFlux, when it has found the handler of a request and is about to call it. */
public final class WebFluxRouteHook implements Hook {
  /*
   * A router function's handler is called right inside of this method, so it must be decided here
   * and at once. The method was renamed in Spring 6; what it answers was a promise of the handler's
   * result before, and one that brings none is fine.
   */
  private static final String DESCRIPTOR =
      "(Lorg/springframework/web/server/ServerWebExchange;Ljava/lang/Object;)"
          + "Lreactor/core/publisher/Mono;";
  private static final String ADVICE = "dev.penstock.instrument.webflux.HandlerAdvice";

  private final Exchanges exchanges;

  public WebFluxRouteHook(Exchanges exchanges) {
    this.exchanges = exchanges;
  }

  @Override
  public String name() {
    return "webflux-route";
  }

  @Override
  public List<Target> targets() {
    return List.of(
        Target.in(Exchanges.DISPATCHER, "handleRequestWith", DESCRIPTOR, ADVICE),
        Target.in(Exchanges.DISPATCHER, "invokeHandler", DESCRIPTOR, ADVICE));
  }

  @Override
  public boolean isForRoutes() {
    return true;
  }

  @Override
  public @Nullable Visit visit(Object place, Object exchange, @Nullable Object none) {
    ExchangeVisit visit = exchanges.open(exchange);
    if (visit != null) {
      visit.comeTo(Milestone.ROUTED, place, exchange);
    }
    return visit;
  }
}
