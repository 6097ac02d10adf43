package dev.penstock.instrument.servlet;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.server.ServletStyleApi;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The servlet API of one application, javax or jakarta, called through handles bound once. */
public final class ServletApi extends ServletStyleApi {
  /*
   * The agent's loader does not see the servlet API, and there are two of them, each once per web
   * application. Handles are looked up on the API's public interfaces, found through the class of
   * the first request, and kept with that class (in a ClassValue): they are unloaded with the
   * application. docs/decisions/0003-servlet-handles.md has what this costs.
   */
  static final List<String> NAMESPACES = List.of("javax.servlet", "jakarta.servlet");

  private final Class<?> requestType;
  private final String namespace;
  private @Nullable AsyncApi async;
  private @Nullable IdentityApi identity;
  private @Nullable FormApi form;
  private final RequestMarkApi marks;
  private final MethodHandle getDispatcherType;
  private final MethodHandle getMethod;
  private final MethodHandle getServletContext;
  private final MethodHandle getContextPath;
  private final MethodHandle getServletPath;
  private final MethodHandle getPathInfo;
  private final MethodHandle addHeader;
  private final MethodHandle flushBuffer;

  private ServletApi(Class<?> requestType, Class<?> responseType, String namespace) {
    super(requestType, responseType, namespace + ".http.Cookie");
    this.requestType = requestType;
    this.namespace = namespace;
    marks = new RequestMarkApi(requestType, namespace);
    Handles request = new Handles(requestType);
    Handles response = new Handles(responseType);
    Handles context = new Handles(Handles.sibling(requestType, namespace + ".ServletContext"));
    getDispatcherType = request.bind("getDispatcherType", Object.class);
    getMethod = request.bind("getMethod", String.class);
    getServletContext = request.bind("getServletContext", Object.class);
    getContextPath = context.bind("getContextPath", String.class);
    getServletPath = request.bind("getServletPath", String.class);
    getPathInfo = request.bind("getPathInfo", String.class);
    addHeader = response.bind("addHeader", void.class, String.class, String.class);
    flushBuffer = response.bind("flushBuffer", void.class);
  }

  /** The API that a class of requests belongs to; empty if its requests are not HTTP. */
  static Optional<ServletApi> of(Class<?> requestType) {
    for (String namespace : NAMESPACES) {
      Class<?> request = Handles.typeNamed(requestType, namespace + ".http.HttpServletRequest");
      if (request != null) {
        Class<?> response = Handles.sibling(request, namespace + ".http.HttpServletResponse");
        return Optional.of(new ServletApi(request, response, namespace));
      }
    }
    return Optional.empty();
  }

  /** Bound on first use: few rules need the end of a request. */
  AsyncApi async() {
    AsyncApi bound = async;
    if (bound == null) {
      bound = new AsyncApi(requestType, namespace);
      async = bound;
    }
    return bound;
  }

  /** Bound on first use: most rules do without. */
  IdentityApi identity() {
    IdentityApi bound = identity;
    if (bound == null) {
      bound = new IdentityApi(requestType);
      identity = bound;
    }
    return bound;
  }

  /** Bound on first use: few rules read forms. */
  FormApi form() {
    FormApi bound = form;
    if (bound == null) {
      bound = new FormApi(requestType, namespace);
      form = bound;
    }
    return bound;
  }

  RequestMarkApi marks() {
    return marks;
  }

  String dispatcherType(Object request) {
    return String.valueOf(Handles.call(getDispatcherType, request));
  }

  @Override
  public String method(Object request) {
    return orEmpty(Handles.text(getMethod, request));
  }

  /**
   * The path of the context as it is configured, not as the client spelled it; empty if there is no
   * context, as in the handlers of an embedded Jetty.
   */
  String contextPath(Object request) {
    Object context = Handles.call(getServletContext, request);
    return context == null ? "" : orEmpty(Handles.text(getContextPath, context));
  }

  String servletPath(Object request) {
    return orEmpty(Handles.text(getServletPath, request));
  }

  @Nullable String pathInfo(Object request) {
    return Handles.text(getPathInfo, request);
  }

  @Override
  public String rawPath(Object request) {
    return orEmpty(super.rawPath(request));
  }

  void addHeader(Object response, String name, String value) {
    try {
      addHeader.invokeExact(response, name, value);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  @Override
  protected void flush(Object response) throws Throwable {
    flushBuffer.invokeExact(response);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
