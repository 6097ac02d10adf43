package dev.penstock.instrument.vertx;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.server.RoutePathTemplate;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the route and user of a request of Vert.x 4 or 5, through handles bound once. */
final class VertxRouteApi {
  /*
   * A request passes all routes that match, including those of middleware, until one of them
   * responds. So the route of a request is a guess: the first route whose path has no wildcard, or
   * a wildcard route that is limited to some methods or serves files. Middleware usually has a
   * wildcard for all methods; taking its route would make one route of all.
   *
   * A route may have several handlers. Those that authenticate the user come first and do not
   * count.
   */
  private static final String IMPL = "io.vertx.ext.web.impl.";
  private static final String HANDLERS = "io.vertx.ext.web.handler.";
  private static final List<String> FILE_HANDLERS =
      List.of(HANDLERS + "StaticHandler", HANDLERS + "TemplateHandler");

  private final MethodHandle request;
  private final MethodHandle currentRoute;
  private final MethodHandle parent;
  private final MethodHandle data;
  private final MethodHandle fail;
  private final MethodHandle user;
  private final MethodHandle subject;
  private final MethodHandle getPath;
  private final MethodHandle isExactPath;
  private final MethodHandle isRegexPath;
  private final MethodHandle methods;
  private final MethodHandle getSubRouter;
  private final MethodHandle getContextHandlers;
  private final MethodHandle nextHandlerIndex;
  private final MethodHandle handleContext;

  VertxRouteApi(Class<?> type) {
    Class<?> contextType = Handles.typeNamed(type, IMPL + "RoutingContextImplBase");
    if (contextType == null) {
      throw new IllegalStateException(type.getName() + " is no routing context of Vert.x");
    }
    Handles context = new Handles(Handles.sibling(type, "io.vertx.ext.web.RoutingContext"));
    Handles route = new Handles(Handles.sibling(type, "io.vertx.ext.web.Route"));
    Class<?> routeState = Handles.sibling(type, IMPL + "RouteState");
    request = context.bindAny("request");
    currentRoute = context.bindAny("currentRoute");
    parent = new Handles(Handles.sibling(type, IMPL + "RoutingContextInternal")).bindAny("parent");
    data = context.bindAny("data");
    fail = context.bindAny("fail", Throwable.class);
    user = context.bindAny("user");
    subject = new Handles(Handles.sibling(type, "io.vertx.ext.auth.User")).bindAny("subject");
    getPath = route.bindAny("getPath");
    isExactPath = route.bindAny("isExactPath");
    isRegexPath = route.bindAny("isRegexPath");
    methods = route.bindAny("methods");
    getSubRouter = hidden(routeState, "getSubRouter");
    getContextHandlers = hidden(routeState, "getContextHandlers");
    nextHandlerIndex = hidden(contextType, "currentRouteNextHandlerIndex");
    handleContext = hidden(routeState, "handleContext", contextType);
  }

  private static MethodHandle hidden(Class<?> type, String name, Class<?>... parameters) {
    try {
      Method method = type.getDeclaredMethod(name, parameters);
      method.setAccessible(true);
      MethodHandle handle = MethodHandles.publicLookup().unreflect(method);
      return handle.asType(handle.type().generic());
    } catch (ReflectiveOperationException unknown) {
      throw new IllegalStateException(type.getName() + " has no usable " + name, unknown);
    }
  }

  Object request(Object context) {
    return Handles.get(request, context);
  }

  @SuppressWarnings("unchecked") // as declared by the library
  Map<String, Object> data(Object context) {
    return (Map<String, Object>) Handles.get(data, context);
  }

  /** The name of the user, as far as the application knows it by now. */
  @Nullable String user(Object context) {
    Object known = Handles.call(user, context);
    return known == null ? null : (String) Handles.call(subject, known);
  }

  /** True if this is probably the route of the request, and not one of middleware. */
  boolean isFinalRoute(Object routeState, Object context) {
    if (Handles.call(getSubRouter, routeState) != null) {
      return false;
    }
    Object handler = nextHandler(routeState, context);
    if (handler != null && isA(handler, HANDLERS + "AuthenticationHandler")) {
      return false;
    }
    Object route = Handles.get(currentRoute, context);
    return isExact(route) || isForSomeMethods(route) || (handler != null && servesFiles(handler));
  }

  private @Nullable Object nextHandler(Object routeState, Object context) {
    List<?> handlers = (List<?>) Handles.get(getContextHandlers, routeState);
    int at = (int) Handles.get(nextHandlerIndex, context) - 1;
    return at >= 0 && at < handlers.size() ? handlers.get(at) : null;
  }

  private static boolean servesFiles(Object handler) {
    return FILE_HANDLERS.stream().anyMatch(type -> isA(handler, type));
  }

  private static boolean isA(Object handler, String type) {
    return Handles.typeNamed(handler.getClass(), type) != null;
  }

  /** True if the path of the route has no wildcard; a route without a path matches all paths. */
  private boolean isExact(Object route) {
    return (boolean) Handles.get(isExactPath, route)
        && (Handles.call(getPath, route) != null || (boolean) Handles.get(isRegexPath, route));
  }

  private boolean isForSomeMethods(Object route) {
    return Handles.call(methods, route) instanceof Collection<?> some && !some.isEmpty();
  }

  /** The path of the route, prefixed with those of the outer routers; null if it has none. */
  @Nullable String template(Object context) {
    Object route = Handles.get(currentRoute, context);
    String path = (String) Handles.call(getPath, route);
    boolean exact = isExact(route);
    if (path == null && exact) {
      return null;
    }
    StringBuilder joined = new StringBuilder(path == null ? "/" : path);
    for (Object at = Handles.call(parent, context); at != null; at = Handles.call(parent, at)) {
      Object mount = Handles.call(getPath, Handles.get(currentRoute, at));
      joined.insert(0, "/").insert(0, mount == null ? "" : mount);
    }
    return RoutePathTemplate.of(exact ? joined.toString() : joined + "/*");
  }

  /** Continues a request at its route. */
  void handle(Object routeState, Object context) {
    try {
      Object unused = (Object) handleContext.invokeExact(routeState, context);
    } catch (Throwable thrown) {
      // This runs outside the router, so the router learns of the exception only this way.
      Object unused = Handles.call(fail, context, thrown);
    }
  }
}
