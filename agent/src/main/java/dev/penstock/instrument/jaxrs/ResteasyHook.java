package dev.penstock.instrument.jaxrs;

import static dev.penstock.instrument.MethodValue.NONE;
import static dev.penstock.instrument.MethodValue.argument;
import static dev.penstock.instrument.MethodValue.field;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Catches requests of RESTEasy when the resource method is known and request filters have run. */
public final class ResteasyHook implements InboundHook {
  /*
   * A request for a sub-resource passes its locators, one inside the other. Each knows only its own
   * part of the route, so the parts are collected in the mark until the resource method runs. They
   * are not kept in a request attribute, because on some servers all requests share the attributes.
   */
  private static final String CORE = "org.jboss.resteasy.core.";
  private static final String METHOD = "org.jboss.resteasy.spi.metadata.ResourceMethod";
  private static final String RESOURCE_METHOD_ADVICE =
      "dev.penstock.instrument.jaxrs.ResourceMethodAdvice";
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
        target("ResourceMethodInvoker", "invokeOnTargetAfterFilter"),
        target("ResourceLocatorInvoker", "invokeOnTargetObject"));
  }

  private HookTarget target(String type, String method) {
    return HookTarget.in(CORE + type, method, DESCRIPTOR, RESOURCE_METHOD_ADVICE)
        .passing(name(), field("method"), argument(0), NONE);
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
      return api.exchange(request, resource);
    }
    api.appendLocator(request, resource);
    return null;
  }
}
