package dev.penstock.instrument.jaxrs;

import dev.penstock.http.InboundExchange;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.server.FirstPassMark;
import java.lang.invoke.MethodHandle;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the route and user of a request of RESTEasy, through handles bound once. */
final class ResteasyApi {
  private static final String RESTEASY = "org.jboss.resteasy.";

  private final JaxrsApi jaxrs;
  private final MethodHandle getAttribute;
  private final MethodHandle getUri;
  private final MethodHandle getBaseUri;
  private final MethodHandle getFullpath;
  private final MethodHandle getContextData;

  ResteasyApi(Class<?> requestType) {
    Class<?> type = Handles.typeNamed(requestType, RESTEASY + "spi.HttpRequest");
    if (type == null) {
      throw new IllegalStateException(requestType.getName() + " is no request of RESTEasy");
    }
    Handles request = new Handles(type);
    getAttribute = request.bind("getAttribute", Object.class, String.class);
    getUri = request.bind("getUri", Object.class);
    Class<?> uriInfo = request.resultType("getUri");
    getBaseUri =
        new Handles(Handles.sibling(uriInfo, uriInfo.getPackageName() + ".UriInfo"))
            .bind("getBaseUri", URI.class);
    getFullpath =
        new Handles(Handles.sibling(type, RESTEASY + "spi.metadata.ResourceLocator"))
            .bind("getFullpath", String.class);
    getContextData =
        new Handles(Handles.sibling(requestType, RESTEASY + "core.ResteasyContext"))
            .bindStatic("getContextData", Class.class);
    jaxrs = new JaxrsApi(request.resultType("getHttpHeaders"));
  }

  @Nullable InboundExchange exchange(Object request, Object method) {
    FirstPassMark mark = markOf(request);
    return mark == null
        ? null
        : new JaxrsExchange(
            mark, route(request, mark.routePrefix(), method), this::user, this::rejection);
  }

  /** Appends the path of a sub-resource locator to the route prefix. */
  void appendLocator(Object request, Object locator) {
    FirstPassMark mark = markOf(request);
    if (mark != null) {
      mark.setRoutePrefix(RouteTemplate.join(List.of(mark.routePrefix(), fullPath(locator))));
    }
  }

  private @Nullable FirstPassMark markOf(Object request) {
    return JaxrsMarks.of(attribute(request, FirstPassMark.ATTRIBUTE));
  }

  private @Nullable Object attribute(Object request, String name) {
    try {
      return (Object) getAttribute.invokeExact(request, name);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  private String fullPath(Object locator) {
    try {
      String path = (String) getFullpath.invokeExact(locator);
      return path == null ? "" : path;
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  private String route(Object request, String locators, Object method) {
    try {
      Object uri = (Object) getUri.invokeExact(request);
      URI base = (URI) getBaseUri.invokeExact(uri);
      return RouteTemplate.join(List.of(base.getPath(), locators, fullPath(method)));
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  private @Nullable String user() {
    try {
      return jaxrs.user((Object) getContextData.invokeExact((Class) jaxrs.securityContextType()));
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Checks the type of the response now, while the request can still continue. */
  private Object rejection(RejectionResponse rejection) {
    Object response = jaxrs.rejection(rejection);
    if (Handles.typeNamed(response.getClass(), RESTEASY + "specimpl.BuiltResponse") == null) {
      throw new IllegalStateException(
          response.getClass().getName() + " is no response of RESTEasy");
    }
    return response;
  }
}
