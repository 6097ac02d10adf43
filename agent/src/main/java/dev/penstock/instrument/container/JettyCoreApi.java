package dev.penstock.instrument.container;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads requests and writes responses of Jetty 12's handlers, through handles bound once. */
final class JettyCoreApi {
  static final String REQUEST = "org.eclipse.jetty.server.Request";

  private static final String[] SERVLET_REQUESTS = {
    "org.eclipse.jetty.ee10.servlet.ServletContextRequest",
    "org.eclipse.jetty.ee11.servlet.ServletContextRequest"
  };

  private static final String WRAPPER = "org.eclipse.jetty.server.Request$Wrapper";

  private final @Nullable MethodHandle getWrapped;
  private final @Nullable MethodHandle getServletApiRequest;
  private final @Nullable MethodHandle getHttpServletResponse;
  private final MethodHandle addCompletionListener;
  private final MethodHandle isCommitted;
  private final MethodHandle getStatus;
  private final MethodHandle setStatus;
  private final MethodHandle getHeaders;
  private final MethodHandle put;
  private final MethodHandle write;

  JettyCoreApi(Class<?> type) {
    Class<?> requestType = Handles.typeNamed(type, REQUEST);
    if (requestType == null) {
      throw new IllegalStateException(type.getName() + " is no " + REQUEST);
    }
    Class<?> wrapper = Handles.typeNamed(type, WRAPPER);
    getWrapped = wrapper == null ? null : new Handles(wrapper).bindAny("getWrapped");
    Class<?> servletRequest = servletRequestType(type);
    getServletApiRequest =
        servletRequest == null ? null : new Handles(servletRequest).bindAny("getServletApiRequest");
    getHttpServletResponse =
        servletRequest == null
            ? null
            : new Handles(servletRequest).bindAny("getHttpServletResponse");
    addCompletionListener =
        new Handles(requestType).bindAny("addCompletionListener", requestType, Consumer.class);
    Handles response =
        new Handles(Handles.sibling(requestType, "org.eclipse.jetty.server.Response"));
    Class<?> callback = Handles.sibling(requestType, "org.eclipse.jetty.util.Callback");
    isCommitted = response.bind("isCommitted", boolean.class);
    getStatus = response.bind("getStatus", int.class);
    setStatus = response.bind("setStatus", void.class, int.class);
    getHeaders = response.bindAny("getHeaders");
    put =
        new Handles(Handles.sibling(requestType, "org.eclipse.jetty.http.HttpFields$Mutable"))
            .bindAny("put", String.class, String.class);
    write = response.bindAny("write", boolean.class, ByteBuffer.class, callback);
  }

  private static @Nullable Class<?> servletRequestType(Class<?> type) {
    for (String name : SERVLET_REQUESTS) {
      Class<?> found = Handles.typeNamed(type, name);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** The request that this one wraps; null if it wraps none. */
  @Nullable Object wrapped(Object request) {
    return getWrapped == null ? null : Handles.call(getWrapped, request);
  }

  /** The servlet request; null if there is none, or if a wrapped request has it. */
  @Nullable Object servletRequest(Object request) {
    return getServletApiRequest == null ? null : Handles.call(getServletApiRequest, request);
  }

  /** The servlet response; null if there is no servlet request. */
  @Nullable Object servletResponse(Object request) {
    return getHttpServletResponse == null ? null : Handles.call(getHttpServletResponse, request);
  }

  void addCompletionListener(Object request, Consumer<@Nullable Throwable> listener) {
    Object unused = Handles.call(addCompletionListener, request, listener);
  }

  boolean isCommitted(Object response) {
    return Handles.isTrue(isCommitted, response);
  }

  int status(Object response) {
    return Handles.number(getStatus, response);
  }

  void setStatus(Object response, int status) {
    try {
      setStatus.invokeExact(response, status);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  void setHeader(Object response, String name, String value) {
    Object unused = Handles.call(put, Handles.get(getHeaders, response), name, value);
  }

  /** Sends the last part of the body, and then completes the callback. */
  void writeLast(Object response, ByteBuffer body, Object callback) {
    try {
      Object unused = (Object) write.invokeExact(response, (Object) true, (Object) body, callback);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
