package dev.penstock.instrument.jaxrs;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.server.FirstPassMark;
import java.lang.invoke.MethodHandle;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the route and user of a request of Jersey, through handles bound once. */
final class JerseyApi {
  private static final String JERSEY = "org.glassfish.jersey.";

  private final JaxrsApi jaxrs;
  private final MethodHandle getProperty;
  private final MethodHandle getSecurityContext;
  private final MethodHandle getBaseUri;
  private final MethodHandle getUriInfo;
  private final MethodHandle getMatchedTemplates;
  private final MethodHandle getTemplate;

  JerseyApi(Class<?> requestType) {
    Class<?> type = Handles.typeNamed(requestType, JERSEY + "server.ContainerRequest");
    if (type == null) {
      throw new IllegalStateException(requestType.getName() + " is no request of Jersey");
    }
    Handles request = new Handles(type);
    getProperty = request.bind("getProperty", Object.class, String.class);
    getSecurityContext = request.bind("getSecurityContext", Object.class);
    getBaseUri = request.bind("getBaseUri", URI.class);
    getUriInfo = request.bind("getUriInfo", Object.class);
    getMatchedTemplates =
        new Handles(Handles.sibling(type, JERSEY + "server.ExtendedUriInfo"))
            .bind("getMatchedTemplates", List.class);
    getTemplate =
        new Handles(Handles.sibling(type, JERSEY + "uri.UriTemplate"))
            .bind("getTemplate", String.class);
    jaxrs = new JaxrsApi(request.resultType("getSecurityContext"));
  }

  @Nullable InboundExchange exchange(Object request) {
    FirstPassMark mark = JaxrsMarks.of(property(request, FirstPassMark.ATTRIBUTE));
    return mark == null
        ? null
        : new JaxrsExchange(mark, route(request), () -> user(request), jaxrs::rejectionException);
  }

  private @Nullable Object property(Object request, String name) {
    try {
      return (Object) getProperty.invokeExact(request, name);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  private @Nullable String user(Object request) {
    try {
      return jaxrs.user((Object) getSecurityContext.invokeExact(request));
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Reverses the templates, because Jersey returns the innermost first. */
  private String route(Object request) {
    try {
      List<String> parts = new ArrayList<>();
      URI base = (URI) getBaseUri.invokeExact(request);
      parts.add(base.getPath());
      Object uriInfo = (Object) getUriInfo.invokeExact(request);
      List<?> templates = (List<?>) (List) getMatchedTemplates.invokeExact(uriInfo);
      for (int i = templates.size() - 1; i >= 0; i--) {
        Object template = templates.get(i);
        parts.add((String) getTemplate.invokeExact(template));
      }
      return RouteTemplate.join(parts);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
