package dev.penstock.instrument.servlet;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** Reads user, session and host of servlet requests, through handles bound once. */
final class IdentityApi {
  private final MethodHandle getUserPrincipal;
  private final MethodHandle getRemoteUser;
  private final MethodHandle getRequestedSessionId;
  private final MethodHandle isRequestedSessionIdValid;
  private final MethodHandle getServerName;

  IdentityApi(Class<?> requestType) {
    Handles request = new Handles(requestType);
    getUserPrincipal = request.bind("getUserPrincipal", Principal.class);
    getRemoteUser = request.bind("getRemoteUser", String.class);
    getRequestedSessionId = request.bind("getRequestedSessionId", String.class);
    isRequestedSessionIdValid = request.bind("isRequestedSessionIdValid", boolean.class);
    getServerName = request.bind("getServerName", String.class);
  }

  @Nullable String user(Object request) {
    try {
      Principal principal = (Principal) getUserPrincipal.invokeExact(request);
      String name = principal == null ? null : principal.getName();
      return name == null ? (String) getRemoteUser.invokeExact(request) : name;
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** The id of a valid session; an id that the client invents would get a new quota each time. */
  @Nullable String session(Object request) {
    String id = Handles.text(getRequestedSessionId, request);
    return id != null && Handles.isTrue(isRequestedSessionIdValid, request) ? id : null;
  }

  @Nullable String host(Object request) {
    return Handles.text(getServerName, request);
  }
}
