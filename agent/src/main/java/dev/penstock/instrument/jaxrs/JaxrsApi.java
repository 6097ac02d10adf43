package dev.penstock.instrument.jaxrs;

import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** The JAX-RS API of one application, javax or jakarta, called through handles bound once. */
final class JaxrsApi {
  private final Class<?> securityContextType;
  private final MethodHandle status;
  private final MethodHandle type;
  private final MethodHandle entity;
  private final MethodHandle build;
  private final MethodHandle getUserPrincipal;
  private final MethodHandle newException;

  /**
   * @param type any type of the API's package {@code core}
   */
  JaxrsApi(Class<?> type) {
    String core = type.getPackageName();
    securityContextType = Handles.sibling(type, core + ".SecurityContext");
    Class<?> responseType = Handles.sibling(type, core + ".Response");
    Handles response = new Handles(responseType);
    Handles builder = new Handles(Handles.sibling(type, core + ".Response$ResponseBuilder"));
    status = response.bindStatic("status", int.class);
    this.type = builder.bind("type", Object.class, String.class);
    entity = builder.bind("entity", Object.class, Object.class);
    build = builder.bind("build", Object.class);
    getUserPrincipal = new Handles(securityContextType).bind("getUserPrincipal", Principal.class);
    String rs = core.substring(0, core.lastIndexOf('.'));
    newException =
        new Handles(Handles.sibling(type, rs + ".WebApplicationException"))
            .bindConstructor(responseType);
  }

  Class<?> securityContextType() {
    return securityContextType;
  }

  /**
   * Makes a response with the status and the body of a rejection. The body is a byte array, which
   * every implementation can write for any content type.
   */
  Object rejection(RejectionResponse rejection) {
    try {
      Object builder = (Object) status.invokeExact(rejection.status());
      builder = (Object) type.invokeExact(builder, rejection.contentType());
      Object body = rejection.body().getBytes(StandardCharsets.UTF_8);
      builder = (Object) entity.invokeExact(builder, body);
      return (Object) build.invokeExact(builder);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Makes an exception that carries the response of a rejection. */
  Object rejectionException(RejectionResponse rejection) {
    Object response = rejection(rejection);
    try {
      return (Object) newException.invokeExact(response);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** The user of a security context; null also without a context. */
  @Nullable String user(@Nullable Object securityContext) {
    if (securityContext == null) {
      return null;
    }
    try {
      Principal principal = (Principal) getUserPrincipal.invokeExact(securityContext);
      return principal == null ? null : principal.getName();
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
