package dev.penstock.instrument.jaxrs;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.Hook;
import dev.penstock.instrument.HookTarget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** RESTEasy, when it has found the resource method of a request and its filters are through. */
public final class ResteasyHook implements Hook {
  /*
   * On the way to a sub-resource a request passes its locators, one inside the other. Each knows its
   * own part of the route alone, so it is noted with the call until the method has its turn; not in
   * an attribute of the request, which on some servers all requests share.
   */
  private static final String CORE = "org.jboss.resteasy.core.";
  private static final String METHOD = "org.jboss.resteasy.spi.metadata.ResourceMethod";
  private static final String ADVICE = "dev.penstock.instrument.jaxrs.ResteasyAdvice";
  private static final String DESCRIPTOR =
      "(Lorg/jboss/resteasy/spi/HttpRequest;Lorg/jboss/resteasy/spi/HttpResponse;Ljava/lang/Object;)"
          + "Lorg/jboss/resteasy/specimpl/BuiltResponse;";

  private final ClassValue<ResteasyApi> apis =
      new ClassValue<>() {
        @Override
        protected ResteasyApi computeValue(Class<?> requestType) {
          return new ResteasyApi(requestType);
        }
      };
  private final ClassValue<Boolean> methods =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> resourceType) {
          return Handles.typeNamed(resourceType, METHOD) != null;
        }
      };

  @Override
  public String name() {
    return "resteasy";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(
            CORE + "ResourceMethodInvoker", "invokeOnTargetAfterFilter", DESCRIPTOR, ADVICE),
        HookTarget.in(CORE + "ResourceLocatorInvoker", "invokeOnTargetObject", DESCRIPTOR, ADVICE));
  }

  @Override
  public boolean isForRoutes() {
    return true;
  }

  @Override
  public @Nullable InboundExchange exchange(
      Object resource, Object request, @Nullable Object none) {
    ResteasyApi api = apis.get(request.getClass());
    if (methods.get(resource.getClass())) {
      return api.visit(request, resource);
    }
    api.noteLocator(request, resource);
    return null;
  }
}
