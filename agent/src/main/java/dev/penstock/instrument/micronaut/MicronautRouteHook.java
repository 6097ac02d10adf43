package dev.penstock.instrument.micronaut;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Catches requests of Micronaut when their route is known, behind the filters. */
public final class MicronautRouteHook implements InboundHook {
  /** Also executes routes for errors, which do not count. */
  private static final String LIFECYCLE = "io.micronaut.http.server.RequestLifecycle";

  private static final String DESCRIPTOR =
      "(Lio/micronaut/http/HttpRequest;Lio/micronaut/core/propagation/PropagatedContext;"
          + "Lio/micronaut/web/router/RouteMatch;)Lio/micronaut/core/execution/ExecutionFlow;";
  private static final String ROUTE_ADVICE = "dev.penstock.instrument.micronaut.ExecuteRouteAdvice";

  @Override
  public String name() {
    return "micronaut-route";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(HookTarget.in(LIFECYCLE, "executeRoute", DESCRIPTOR, ROUTE_ADVICE));
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
  public @Nullable InboundExchange exchange(
      Object lifecycle, Object arguments, @Nullable Object none) {
    return MicronautExchanges.routed(lifecycle, (Object[]) arguments);
  }
}
