package dev.penstock.instrument.jaxrs;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Catches requests of Jersey when the resource method is known and request filters have run. */
public final class JerseyHook implements InboundHook {
  /*
   * Jersey ignores the result of a method that is declared as suspended. So a rejection is thrown
   * as an exception that carries a response: every kind of method may throw it, and Jersey sends
   * the response unchanged.
   */
  private static final String DISPATCHER =
      "org.glassfish.jersey.server.model.internal.AbstractJavaResourceMethodDispatcher";
  private static final String ADVICE = "dev.penstock.instrument.jaxrs.JerseyAdvice";

  private final ClassValue<JerseyApi> apis =
      new ClassValue<>() {
        @Override
        protected JerseyApi computeValue(Class<?> requestType) {
          return new JerseyApi(requestType);
        }
      };

  @Override
  public String name() {
    return "jersey";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(target("javax"), target("jakarta"));
  }

  private static HookTarget target(String namespace) {
    String descriptor =
        "(Ljava/lang/Object;Lorg/glassfish/jersey/server/ContainerRequest;)L"
            + namespace
            + "/ws/rs/core/Response;";
    return HookTarget.in(DISPATCHER, "dispatch", descriptor, ADVICE);
  }

  @Override
  public boolean isForRoutes() {
    return true;
  }

  @Override
  public @Nullable InboundExchange exchange(
      Object dispatcher, Object request, @Nullable Object none) {
    return apis.get(request.getClass()).exchange(request);
  }
}
