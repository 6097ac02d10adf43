package dev.penstock.instrument.vertx;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The router of Vert.x 4 and 5 in one application, called through handles bound once. */
final class RouteApi {
  /*
   * A request passes every route that matches, those of middleware included, and one that does not
   * end it there hands it on. What its route is can only be guessed at: the first whose path is
   * meant as a whole, or one with a wildcard that is for some methods or serves files. Middleware is
   * mostly put on a wildcard for all methods; to judge there would be to take all routes for one.
   *
   * A route may have several handlers, of which the first find out who is calling: those do not
   * count.
   */
  private static final String IMPL = "io.vertx.ext.web.impl.";
  private static final String HANDLERS = "io.vertx.ext.web.handler.";
  private static final List<String> ENDS =
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

  RouteApi(Class<?> type) {
    Class<?> contextType = Handles.typeNamed(type, IMPL + "RoutingContextImplBase");
    if (contextType == null) {
      throw new IllegalStateException(type.getName() + " is not known");
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

  /** The name under which the application knows the caller by now. */
  @Nullable String user(Object context) {
    Object known = Handles.call(user, context);
    return known == null ? null : (String) Handles.call(subject, known);
  }

  /** True if this is the route of the request, as far as anybody can tell. */
  boolean isItsRoute(Object routeState, Object context) {
    if (Handles.call(getSubRouter, routeState) != null) {
      return false;
    }
    Object handler = nextHandler(routeState, context);
    if (handler != null && isA(handler, HANDLERS + "AuthenticationHandler")) {
      return false;
    }
    Object route = Handles.get(currentRoute, context);
    return isWhole(route) || isForSomeMethods(route) || (handler != null && isEnd(handler));
  }

  private @Nullable Object nextHandler(Object routeState, Object context) {
    List<?> handlers = (List<?>) Handles.get(getContextHandlers, routeState);
    int at = (int) Handles.get(nextHandlerIndex, context) - 1;
    return at >= 0 && at < handlers.size() ? handlers.get(at) : null;
  }

  private static boolean isEnd(Object handler) {
    return ENDS.stream().anyMatch(end -> isA(handler, end));
  }

  private static boolean isA(Object handler, String type) {
    return Handles.typeNamed(handler.getClass(), type) != null;
  }

  /** True if its path has no wildcard at its end; one without a path is for all paths. */
  private boolean isWhole(Object route) {
    return (boolean) Handles.get(isExactPath, route)
        && (Handles.call(getPath, route) != null || (boolean) Handles.get(isRegexPath, route));
  }

  private boolean isForSomeMethods(Object route) {
    return Handles.call(methods, route) instanceof Collection<?> some && !some.isEmpty();
  }

  /** The path of the route, those of the routers around it in front; null if it has none. */
  @Nullable String template(Object context) {
    Object route = Handles.get(currentRoute, context);
    String path = (String) Handles.call(getPath, route);
    boolean whole = isWhole(route);
    if (path == null && whole) {
      return null;
    }
    StringBuilder joined = new StringBuilder(path == null ? "/" : path);
    for (Object at = Handles.call(parent, context); at != null; at = Handles.call(parent, at)) {
      Object mount = Handles.call(getPath, Handles.get(currentRoute, at));
      joined.insert(0, "/").insert(0, mount == null ? "" : mount);
    }
    return RoutePathTemplate.of(whole ? joined.toString() : joined + "/*");
  }

  /** Lets the route go on with a request. */
  void handle(Object routeState, Object context) {
    try {
      Object unused = (Object) handleContext.invokeExact(routeState, context);
    } catch (Throwable thrown) {
      // By the handler, and nobody above us is there to hear of it but the router.
      failed(context, thrown);
    }
  }

  private void failed(Object context, Throwable thrown) {
    Handles.call(fail, context, thrown);
  }
}
