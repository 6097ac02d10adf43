package dev.penstock.instrument.webflux;

import static dev.penstock.instrument.MethodValue.THIS;
import static dev.penstock.instrument.MethodValue.argument;

import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Catches requests of WebFlux when the handler is known, before it is called. */
public final class WebFluxRouteHook implements InboundHook {
  /*
   * The instrumented method calls the handler of a router function immediately, so rules must apply
   * before it runs. It has another name since Spring 6. Before that, its Mono had the result of the
   * handler; an empty Mono is valid in both versions.
   */
  private static final String DESCRIPTOR =
      "(Lorg/springframework/web/server/ServerWebExchange;Ljava/lang/Object;)"
          + "Lreactor/core/publisher/Mono;";

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
      targets.add(
          HookTarget.in(
                  WebFluxExchanges.DISPATCHER, method, DESCRIPTOR, WebFluxExchanges.WEB_FLUX_ADVICE)
              .passing(name(), THIS, argument(0), argument(1)));
    }
    return targets;
  }

  @Override
  public boolean isForRoutes() {
    return true;
  }

  @Override
  public @Nullable InboundExchange exchange(
      Object dispatcher, Object serverExchange, @Nullable Object handler) {
    WebFluxExchange exchange = handler == null ? null : exchanges.undecided(serverExchange);
    if (exchange == null) {
      return null;
    }
    MethodHandle method = methods.get(dispatcher.getClass());
    exchange.reach(
        Milestone.ROUTED,
        serverExchange,
        () -> {
          try {
            return (Object) method.invokeExact(dispatcher, serverExchange, handler);
          } catch (Throwable error) {
            throw Handles.unchecked(error);
          }
        });
    return exchange;
  }

  /** The instrumented method itself, because Spring must not look up the handler twice. */
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
