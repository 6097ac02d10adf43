package dev.penstock.instrument.servlet;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** What the servlet API of one application tells of who is calling, and whom. */
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

  /** Never one that the caller has made up: it would be a new budget each time. */
  @Nullable String session(Object request) {
    try {
      String id = (String) getRequestedSessionId.invokeExact(request);
      return id != null && (boolean) isRequestedSessionIdValid.invokeExact(request) ? id : null;
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  @Nullable String host(Object request) {
    try {
      return (String) getServerName.invokeExact(request);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
