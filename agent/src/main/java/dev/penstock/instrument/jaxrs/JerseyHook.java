package dev.penstock.instrument.jaxrs;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.Hook;
import dev.penstock.instrument.HookTarget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Jersey, when it has found the resource method of a request and its filters are through. */
public final class JerseyHook implements Hook {
  /*
   * A method that is suspended by its declaration has no result that Jersey would look at, so a
   * refusal is thrown: as the exception that carries a response, which every kind of method may
   * throw, and which Jersey sends as it is.
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
    return apis.get(request.getClass()).visit(request);
  }
}
