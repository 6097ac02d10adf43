package dev.penstock.instrument.webflux;

import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.Hook;
import dev.penstock.instrument.HookTarget;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.ArrayList;
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

  private static final List<String> METHODS = List.of("handleRequestWith", "invokeHandler");

  private final ClassValue<MethodHandle> methods =
      new ClassValue<>() {
        @Override
        protected MethodHandle computeValue(Class<?> type) {
          return methodOf(type);
        }
      };
  private final WebFluxExchanges exchanges;

  public WebFluxRouteHook(WebFluxExchanges exchanges) {
    this.exchanges = exchanges;
  }

  @Override
  public String name() {
    return "webflux-route";
  }

  @Override
  public List<HookTarget> targets() {
    List<HookTarget> targets = new ArrayList<>();
    for (String method : METHODS) {
      targets.add(HookTarget.in(WebFluxExchanges.DISPATCHER, method, DESCRIPTOR, ADVICE));
    }
    return targets;
  }

  @Override
  public boolean isForRoutes() {
    return true;
  }

  @Override
  public @Nullable InboundExchange exchange(
      Object dispatcher, Object exchange, @Nullable Object handler) {
    WebFluxExchange visit = handler == null ? null : exchanges.open(exchange);
    if (visit == null) {
      return null;
    }
    MethodHandle method = methods.get(dispatcher.getClass());
    visit.comeTo(
        Milestone.ROUTED,
        exchange,
        () -> {
          try {
            return (Object) method.invokeExact(dispatcher, exchange, handler);
          } catch (Throwable error) {
            throw Handles.unchecked(error);
          }
        });
    return visit;
  }

  /** The woven method itself: to look for the handler a second time would confuse Spring. */
  private static MethodHandle methodOf(Class<?> type) {
    Class<?> dispatcher = Handles.typeNamed(type, WebFluxExchanges.DISPATCHER);
    for (Method method : dispatcher == null ? new Method[0] : dispatcher.getDeclaredMethods()) {
      if (METHODS.contains(method.getName()) && method.getParameterCount() == 2) {
        return handleOf(method);
      }
    }
    throw new IllegalStateException(type.getName() + " has none of " + METHODS);
  }

  private static MethodHandle handleOf(Method method) {
    try {
      method.setAccessible(true);
      MethodHandle handle = MethodHandles.publicLookup().unreflect(method);
      return handle.asType(handle.type().generic());
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
