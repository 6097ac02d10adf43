package dev.penstock.instrument.grizzly;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.server.ListenerProxy;
import dev.penstock.instrument.server.ServletStyleApi;
import java.lang.invoke.MethodHandle;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** Reads requests and writes responses of Grizzly, through handles bound once. */
final class GrizzlyApi extends ServletStyleApi {
  private static final String SERVER = "org.glassfish.grizzly.http.server.";
  private static final int TOO_MANY_REQUESTS = 429;

  private final Class<?> listenerType;
  private final MethodHandle getMethod;
  private final MethodHandle getMethodString;
  private final MethodHandle getUserPrincipal;
  private final MethodHandle addAfterServiceListener;
  private final MethodHandle setStatusAndReason;

  private GrizzlyApi(Class<?> requestType, Class<?> responseType) {
    super(requestType, responseType, "org.glassfish.grizzly.http.Cookie");
    Handles request = new Handles(requestType);
    getMethod = request.bindAny("getMethod");
    getMethodString =
        new Handles(request.resultType("getMethod")).bind("getMethodString", String.class);
    getUserPrincipal = request.bindAny("getUserPrincipal");
    listenerType = Handles.sibling(requestType, SERVER + "AfterServiceListener");
    addAfterServiceListener = request.bindAny("addAfterServiceListener", listenerType);
    setStatusAndReason =
        new Handles(responseType).bind("setStatus", void.class, int.class, String.class);
  }

  static GrizzlyApi of(Class<?> type) {
    Class<?> requestType = Handles.typeNamed(type, SERVER + "Request");
    if (requestType == null) {
      throw new IllegalStateException(type.getName() + " is no request of Grizzly");
    }
    return new GrizzlyApi(requestType, Handles.sibling(requestType, SERVER + "Response"));
  }

  @Override
  public String method(Object request) {
    return String.valueOf(Handles.text(getMethodString, Handles.get(getMethod, request)));
  }

  @Override
  public String rawPath(Object request) {
    String path = super.rawPath(request);
    if (path == null) {
      return "/";
    }
    // Clients send no fragment, but Grizzly passes one on, and Jersey removes it.
    int fragment = path.indexOf('#');
    return fragment < 0 ? path : path.substring(0, fragment);
  }

  @Nullable String user(Object request) {
    Principal principal = (Principal) Handles.call(getUserPrincipal, request);
    return principal == null ? null : principal.getName();
  }

  /** Runs a callback at the end of the response, also if the handler has suspended it. */
  void onEnd(Object request, Runnable callback) {
    Object listener = ListenerProxy.of(listenerType, "onAfterService", callback);
    Object unused = Handles.call(addAfterServiceListener, request, listener);
  }

  /** Sends the standard reason for 429, because Grizzly itself would send CUSTOM. */
  @Override
  protected void setStatus(Object response, int status) throws Throwable {
    if (status == TOO_MANY_REQUESTS) {
      setStatusAndReason.invokeExact(response, status, "Too Many Requests");
    } else {
      super.setStatus(response, status);
    }
  }
}
