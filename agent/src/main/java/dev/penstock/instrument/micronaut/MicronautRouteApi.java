package dev.penstock.instrument.micronaut;

import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.server.FirstPassMark;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the requests of Micronaut, and makes flows of responses, through handles bound once. */
final class MicronautRouteApi {
  private static final String EXECUTE_ROUTE = "executeRoute";

  private final Class<?> uriMatchType;
  private final MethodHandle getAttribute;
  private final MethodHandle setAttribute;
  private final MethodHandle getUserPrincipal;
  private final MethodHandle getRouteInfo;
  private final MethodHandle getTemplate;
  private final MethodHandle toPath;
  private final MethodHandle ok;
  private final MethodHandle setStatus;
  private final MethodHandle setHeader;
  private final MethodHandle just;
  private final MethodHandle async;
  private final MethodHandle executeRoute;

  MicronautRouteApi(Class<?> type) {
    Class<?> requestType = Handles.typeNamed(type, "io.micronaut.http.HttpRequest");
    if (requestType == null) {
      throw new IllegalStateException(type.getName() + " is no request of Micronaut");
    }
    Handles request = new Handles(requestType);
    getAttribute = request.bindAny("getAttribute", CharSequence.class);
    setAttribute = request.bindAny("setAttribute", CharSequence.class, Object.class);
    getUserPrincipal = request.bindAny("getUserPrincipal");
    uriMatchType = Handles.sibling(requestType, "io.micronaut.web.router.UriRouteMatch");
    getRouteInfo = new Handles(uriMatchType).bindAny("getRouteInfo");
    getTemplate =
        new Handles(Handles.sibling(requestType, "io.micronaut.web.router.UriRouteInfo"))
            .bindAny("getUriMatchTemplate");
    toPath =
        new Handles(Handles.sibling(requestType, "io.micronaut.http.uri.UriMatchTemplate"))
            .bind("toPathString", String.class);
    ok =
        new Handles(Handles.sibling(requestType, "io.micronaut.http.HttpResponse"))
            .bindAny("ok", Object.class);
    Handles response =
        new Handles(Handles.sibling(requestType, "io.micronaut.http.MutableHttpResponse"));
    setStatus = response.bindAny("status", int.class);
    setHeader = response.bindAny("header", CharSequence.class, CharSequence.class);
    Handles flow =
        new Handles(Handles.sibling(requestType, "io.micronaut.core.execution.ExecutionFlow"));
    just = flow.bindAny("just", Object.class);
    async = flow.bindAny("async", Executor.class, Supplier.class);
    executeRoute =
        hidden(Handles.sibling(requestType, "io.micronaut.http.server.RequestLifecycle"));
  }

  private static MethodHandle hidden(Class<?> type) {
    try {
      for (Method method : type.getDeclaredMethods()) {
        if (method.getName().equals(EXECUTE_ROUTE) && method.getParameterCount() == 3) {
          method.setAccessible(true);
          MethodHandle handle = MethodHandles.publicLookup().unreflect(method);
          return handle.asType(handle.type().generic());
        }
      }
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
    throw new IllegalStateException(type.getName() + " has no " + EXECUTE_ROUTE);
  }

  private @Nullable Object attributeOf(Object request, String name) {
    return ((Optional<?>) Handles.get(getAttribute, request, name)).orElse(null);
  }

  @Nullable MicronautExchange exchangeOf(Object request) {
    return attributeOf(request, FirstPassMark.ATTRIBUTE) instanceof MicronautExchange exchange
        ? exchange
        : null;
  }

  void setExchange(Object request, MicronautExchange exchange) {
    Object unused = Handles.call(setAttribute, request, FirstPassMark.ATTRIBUTE, exchange);
  }

  @Nullable String attribute(Object request, String name) {
    Object value = attributeOf(request, name);
    return value == null ? null : String.valueOf(value);
  }

  @Nullable String user(Object request) {
    return ((Optional<?>) Handles.get(getUserPrincipal, request))
        .map(user -> ((Principal) user).getName())
        .orElse(null);
  }

  /** The template of a route, such as <code>/orders/{id}</code>; null for a route for errors. */
  @Nullable String template(Object routeMatch) {
    return uriMatchType.isInstance(routeMatch)
        ? Handles.text(toPath, Handles.get(getTemplate, Handles.get(getRouteInfo, routeMatch)))
        : null;
  }

  /** A flow with the response to a rejected request. */
  Object flowOf(RejectionResponse rejection) {
    byte[] body = rejection.body().getBytes(StandardCharsets.UTF_8);
    Object response = Handles.get(setStatus, Handles.get(ok, body), rejection.status());
    for (HeaderField field : rejection.fields()) {
      response = Handles.get(setHeader, response, field.name(), field.value());
    }
    return Handles.get(
        just, Handles.get(setHeader, response, "Content-Type", rejection.contentType()));
  }

  /** A flow that starts another one when a stage completes, on the thread that completes it. */
  Object flowAfter(CompletionStage<?> stage, Supplier<Object> next) {
    Executor later =
        task -> {
          Object unused = stage.thenRun(task);
        };
    return Handles.get(async, later, next);
  }

  /** Executes a route. */
  Object execute(Object lifecycle, Object[] arguments) {
    try {
      return (Object) executeRoute.invokeExact(lifecycle, arguments[0], arguments[1], arguments[2]);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
