package dev.penstock.instrument.jaxrs;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.FirstPassMark;
import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What Jersey tells of a request, through handles bound once. */
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
      throw new IllegalStateException(requestType.getName() + " is not Jersey's");
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
    jaxrs = new JaxrsApi(request.resultOf("getSecurityContext"));
  }

  @Nullable InboundExchange visit(Object request) {
    FirstPassMark look = JaxrsExchanges.of(property(request, FirstPassMark.MARK));
    return look == null
        ? null
        : new JaxrsExchange(look, route(request), () -> user(request), jaxrs::thrownRefusal);
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

  /** Jersey names the innermost template first. */
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
