package dev.penstock.instrument.grizzly;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.ParsedCookies;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Proxy;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** What Grizzly tells of a request, and how to answer it, through handles bound once. */
final class GrizzlyApi {
  private static final String SERVER = "org.glassfish.grizzly.http.server.";
  private static final int TOO_MANY_REQUESTS = 429;

  private final Class<?> listenerType;
  private final ParsedCookies cookies;
  private final MethodHandle getAttribute;
  private final MethodHandle setAttribute;
  private final MethodHandle getMethod;
  private final MethodHandle getMethodString;
  private final MethodHandle getRequestUri;
  private final MethodHandle getQueryString;
  private final MethodHandle getHeader;
  private final MethodHandle getHeaders;
  private final MethodHandle getRemoteAddr;
  private final MethodHandle getUserPrincipal;
  private final MethodHandle addAfterServiceListener;
  private final MethodHandle isCommitted;
  private final MethodHandle getStatus;
  private final MethodHandle setStatus;
  private final MethodHandle setStatusAndReason;
  private final MethodHandle setHeader;
  private final MethodHandle setContentType;
  private final MethodHandle setContentLength;
  private final MethodHandle getOutputStream;
  private final MethodHandle reset;

  GrizzlyApi(Class<?> requestType) {
    Class<?> type = Handles.typeNamed(requestType, SERVER + "Request");
    if (type == null) {
      throw new IllegalStateException(requestType.getName() + " is not Grizzly's");
    }
    Handles request = new Handles(type);
    cookies = new ParsedCookies(type, "org.glassfish.grizzly.http.Cookie");
    getAttribute = request.bind("getAttribute", Object.class, String.class);
    setAttribute = request.bind("setAttribute", void.class, String.class, Object.class);
    getMethod = request.bind("getMethod", Object.class);
    getMethodString =
        new Handles(request.resultOf("getMethod")).bind("getMethodString", String.class);
    getRequestUri = request.bind("getRequestURI", String.class);
    getQueryString = request.bind("getQueryString", String.class);
    getHeader = request.bind("getHeader", String.class, String.class);
    getHeaders = request.bind("getHeaders", Iterable.class, String.class);
    getRemoteAddr = request.bind("getRemoteAddr", String.class);
    getUserPrincipal = request.bind("getUserPrincipal", Principal.class);
    listenerType = Handles.sibling(type, SERVER + "AfterServiceListener");
    MethodHandle add = request.bind("addAfterServiceListener", void.class, listenerType);
    addAfterServiceListener = add.asType(add.type().changeParameterType(1, Object.class));
    Handles response = new Handles(Handles.sibling(type, SERVER + "Response"));
    isCommitted = response.bind("isCommitted", boolean.class);
    getStatus = response.bind("getStatus", int.class);
    setStatus = response.bind("setStatus", void.class, int.class);
    setStatusAndReason = response.bind("setStatus", void.class, int.class, String.class);
    setHeader = response.bind("setHeader", void.class, String.class, String.class);
    setContentType = response.bind("setContentType", void.class, String.class);
    setContentLength = response.bind("setContentLength", void.class, int.class);
    getOutputStream = response.bind("getOutputStream", OutputStream.class);
    reset = response.bind("reset", void.class);
  }

  @Nullable Object attribute(Object request, String name) {
    try {
      return (Object) getAttribute.invokeExact(request, name);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  void setAttribute(Object request, String name, Object value) {
    try {
      setAttribute.invokeExact(request, name, value);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  String method(Object request) {
    try {
      Object method = (Object) getMethod.invokeExact(request);
      return (String) getMethodString.invokeExact(method);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** The path as it was sent. */
  String rawPath(Object request) {
    String path = Handles.text(getRequestUri, request);
    if (path == null) {
      return "/";
    }
    // No client sends a fragment, but Grizzly hands one on, and Jersey takes it away.
    int fragment = path.indexOf('#');
    return fragment < 0 ? path : path.substring(0, fragment);
  }

  @Nullable String query(Object request) {
    return Handles.text(getQueryString, request);
  }

  @Nullable String remoteAddress(Object request) {
    return Handles.text(getRemoteAddr, request);
  }

  @Nullable String header(Object request, String name) {
    try {
      return (String) getHeader.invokeExact(request, name);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  @Nullable String headerLines(Object request, String name) {
    Iterable<?> lines;
    try {
      lines = (Iterable<?>) (Iterable) getHeaders.invokeExact(request, name);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
    StringBuilder joined = new StringBuilder();
    String comma = "";
    for (Object line : lines) {
      joined.append(comma).append(line);
      comma = ",";
    }
    return comma.isEmpty() ? null : joined.toString();
  }

  /** The value of a cookie as Grizzly has parsed it. */
  @Nullable String cookie(Object request, String name) {
    return cookies.value(request, name);
  }

  @Nullable String user(Object request) {
    try {
      Principal principal = (Principal) getUserPrincipal.invokeExact(request);
      return principal == null ? null : principal.getName();
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Tells when the response is through: after the handler, or after what was suspended. */
  void tellEnd(Object request, Runnable atEnd) {
    Object listener =
        Proxy.newProxyInstance(
            listenerType.getClassLoader(),
            new Class<?>[] {listenerType},
            new GrizzlyEndListener(atEnd));
    try {
      addAfterServiceListener.invokeExact(request, listener);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  boolean isCommitted(Object response) {
    try {
      return (boolean) isCommitted.invokeExact(response);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  int status(Object response) {
    try {
      return (int) getStatus.invokeExact(response);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** With the usual words for the usual status, which Grizzly itself would call CUSTOM. */
  void setStatus(Object response, int status) {
    try {
      if (status == TOO_MANY_REQUESTS) {
        setStatusAndReason.invokeExact(response, status, "Too Many Requests");
      } else {
        setStatus.invokeExact(response, status);
      }
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  void setHeader(Object response, String name, String value) {
    try {
      setHeader.invokeExact(response, name, value);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  void setContentType(Object response, String type) {
    try {
      setContentType.invokeExact(response, type);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Writes the body, which the server sends; a caller who has gone misses it. */
  void write(Object response, byte[] body) {
    try {
      setContentLength.invokeExact(response, body.length);
      ((OutputStream) getOutputStream.invokeExact(response)).write(body);
    } catch (IOException gone) {
      // The call is refused all the same, and there is nobody left to tell.
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Takes back status, fields and body, as far as they have not been sent. */
  void reset(Object response) {
    try {
      if (!isCommitted(response)) {
        reset.invokeExact(response);
      }
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
