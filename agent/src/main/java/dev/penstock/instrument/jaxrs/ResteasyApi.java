package dev.penstock.instrument.jaxrs;

import dev.penstock.http.InboundExchange;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.FirstPassMark;
import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What RESTEasy tells of a request, through handles bound once. */
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
      throw new IllegalStateException(requestType.getName() + " is not RESTEasy's");
    }
    Handles request = new Handles(type);
    getAttribute = request.bind("getAttribute", Object.class, String.class);
    getUri = request.bind("getUri", Object.class);
    Class<?> uriInfo = request.resultOf("getUri");
    getBaseUri =
        new Handles(Handles.sibling(uriInfo, uriInfo.getPackageName() + ".UriInfo"))
            .bind("getBaseUri", URI.class);
    getFullpath =
        new Handles(Handles.sibling(type, RESTEASY + "spi.metadata.ResourceLocator"))
            .bind("getFullpath", String.class);
    getContextData =
        new Handles(Handles.sibling(requestType, RESTEASY + "core.ResteasyContext"))
            .bindStatic("getContextData", Class.class);
    jaxrs = new JaxrsApi(request.resultOf("getHttpHeaders"));
  }

  @Nullable InboundExchange visit(Object request, Object method) {
    FirstPassMark look = lookOf(request);
    return look == null
        ? null
        : new JaxrsExchange(look, route(request, look.way(), method), this::user, this::refusal);
  }

  /** Notes what leads to a sub-resource. */
  void noteLocator(Object request, Object locator) {
    FirstPassMark look = lookOf(request);
    if (look != null) {
      look.noteWay(RouteTemplate.join(List.of(look.way(), fullPath(locator))));
    }
  }

  private @Nullable FirstPassMark lookOf(Object request) {
    return JaxrsExchanges.of(attribute(request, FirstPassMark.MARK));
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

  /** Nothing else is a result of the woven method; looked at while the call can still go on. */
  private Object refusal(RejectionResponse refusal) {
    Object response = jaxrs.refusal(refusal);
    if (Handles.typeNamed(response.getClass(), RESTEASY + "specimpl.BuiltResponse") == null) {
      throw new IllegalStateException(response.getClass().getName() + " is not RESTEasy's");
    }
    return response;
  }
}
