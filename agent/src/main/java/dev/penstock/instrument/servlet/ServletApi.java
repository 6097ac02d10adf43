package dev.penstock.instrument.servlet;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.ParsedCookies;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The servlet API of one application, javax or jakarta, called through handles bound once. */
public final class ServletApi {
  /*
   * The agent's loader does not see the servlet API, and there are two of them, each once per web
   * application. Handles are looked up on the API's public interfaces, found through the class of
   * the first request, and kept with that class (in a ClassValue): they go when the application
   * goes. docs/decisions/0003-servlet-handles.md has what this costs.
   */
  static final List<String> NAMESPACES = List.of("javax.servlet", "jakarta.servlet");

  private final Class<?> requestType;
  private final String namespace;
  private @Nullable AsyncApi async;
  private @Nullable IdentityApi identity;
  private @Nullable FormApi form;
  private @Nullable ParsedCookies cookies;
  private final RequestMarkApi marks;
  private final MethodHandle getAttribute;
  private final MethodHandle setAttribute;
  private final MethodHandle getDispatcherType;
  private final MethodHandle getMethod;
  private final MethodHandle getServletContext;
  private final MethodHandle getContextPath;
  private final MethodHandle getServletPath;
  private final MethodHandle getPathInfo;
  private final MethodHandle getRequestUri;
  private final MethodHandle getQueryString;
  private final MethodHandle getHeader;
  private final MethodHandle getHeaders;
  private final MethodHandle getRemoteAddr;
  private final MethodHandle isCommitted;
  private final MethodHandle getStatus;
  private final MethodHandle setStatus;
  private final MethodHandle setHeader;
  private final MethodHandle addHeader;
  private final MethodHandle setContentType;
  private final MethodHandle setContentLength;
  private final MethodHandle getOutputStream;
  private final MethodHandle flushBuffer;
  private final MethodHandle reset;

  private ServletApi(Class<?> requestType, String namespace) {
    this.requestType = requestType;
    this.namespace = namespace;
    marks = new RequestMarkApi(requestType, namespace);
    Handles request = new Handles(requestType);
    Handles response = sibling("http.HttpServletResponse");
    Handles context = sibling("ServletContext");
    getAttribute = request.bind("getAttribute", Object.class, String.class);
    setAttribute = request.bind("setAttribute", void.class, String.class, Object.class);
    getDispatcherType = request.bind("getDispatcherType", Object.class);
    getMethod = request.bind("getMethod", String.class);
    getServletContext = request.bind("getServletContext", Object.class);
    getContextPath = context.bind("getContextPath", String.class);
    getServletPath = request.bind("getServletPath", String.class);
    getPathInfo = request.bind("getPathInfo", String.class);
    getRequestUri = request.bind("getRequestURI", String.class);
    getQueryString = request.bind("getQueryString", String.class);
    getHeader = request.bind("getHeader", String.class, String.class);
    getHeaders = request.bind("getHeaders", Enumeration.class, String.class);
    getRemoteAddr = request.bind("getRemoteAddr", String.class);
    isCommitted = response.bind("isCommitted", boolean.class);
    getStatus = response.bind("getStatus", int.class);
    setStatus = response.bind("setStatus", void.class, int.class);
    setHeader = response.bind("setHeader", void.class, String.class, String.class);
    addHeader = response.bind("addHeader", void.class, String.class, String.class);
    setContentType = response.bind("setContentType", void.class, String.class);
    setContentLength = response.bind("setContentLength", void.class, int.class);
    getOutputStream = response.bind("getOutputStream", OutputStream.class);
    flushBuffer = response.bind("flushBuffer", void.class);
    reset = response.bind("reset", void.class);
  }

  /** The API that a class of requests belongs to; empty if its requests are not HTTP. */
  static Optional<ServletApi> of(Class<?> requestType) {
    for (String namespace : NAMESPACES) {
      Class<?> request = Handles.typeNamed(requestType, namespace + ".http.HttpServletRequest");
      if (request != null) {
        return Optional.of(new ServletApi(request, namespace));
      }
    }
    return Optional.empty();
  }

  private Handles sibling(String name) {
    return new Handles(Handles.sibling(requestType, namespace + "." + name));
  }

  /** Bound when first asked for: few rules want to know of the end of a call. */
  AsyncApi async() {
    AsyncApi bound = async;
    if (bound == null) {
      bound = new AsyncApi(requestType, namespace);
      async = bound;
    }
    return bound;
  }

  /** Bound when first asked for: most rules do without. */
  IdentityApi identity() {
    IdentityApi bound = identity;
    if (bound == null) {
      bound = new IdentityApi(requestType);
      identity = bound;
    }
    return bound;
  }

  /** Bound when first asked for: hardly any rule is about forms. */
  FormApi form() {
    FormApi bound = form;
    if (bound == null) {
      bound = new FormApi(requestType, namespace);
      form = bound;
    }
    return bound;
  }

  /** Bound when first asked for: few rules are about cookies. */
  ParsedCookies cookies() {
    ParsedCookies bound = cookies;
    if (bound == null) {
      bound = new ParsedCookies(requestType, namespace + ".http.Cookie");
      cookies = bound;
    }
    return bound;
  }

  RequestMarkApi marks() {
    return marks;
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

  String dispatcherType(Object request) {
    try {
      return String.valueOf((Object) getDispatcherType.invokeExact(request));
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  String method(Object request) {
    return orEmpty(Handles.text(getMethod, request));
  }

  /**
   * The context's own spelling of its path, not the caller's; empty if there is no context, as in
   * the handlers of an embedded Jetty.
   */
  String contextPath(Object request) {
    try {
      Object context = (Object) getServletContext.invokeExact(request);
      return context == null ? "" : orEmpty(Handles.text(getContextPath, context));
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  String servletPath(Object request) {
    return orEmpty(Handles.text(getServletPath, request));
  }

  @Nullable String pathInfo(Object request) {
    return Handles.text(getPathInfo, request);
  }

  /** The path as the client sent it. */
  String requestUri(Object request) {
    return orEmpty(Handles.text(getRequestUri, request));
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
    Enumeration<?> lines;
    try {
      lines = (Enumeration<?>) (Enumeration) getHeaders.invokeExact(request, name);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
    if (lines == null || !lines.hasMoreElements()) {
      return null;
    }
    String joined = String.valueOf(lines.nextElement());
    while (lines.hasMoreElements()) {
      joined = joined + "," + lines.nextElement();
    }
    return joined;
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

  void setStatus(Object response, int status) {
    try {
      setStatus.invokeExact(response, status);
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

  void addHeader(Object response, String name, String value) {
    try {
      addHeader.invokeExact(response, name, value);
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

  /** Sends the body and with it the answer; a caller who has gone misses it. */
  void write(Object response, byte[] body) {
    try {
      setContentLength.invokeExact(response, body.length);
      ((OutputStream) getOutputStream.invokeExact(response)).write(body);
      flushBuffer.invokeExact(response);
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

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
