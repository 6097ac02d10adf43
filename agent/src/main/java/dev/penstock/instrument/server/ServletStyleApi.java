package dev.penstock.instrument.server;

import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests and writes responses of a server whose types have the methods of the servlet API,
 * through handles bound once.
 */
public abstract class ServletStyleApi implements RequestReader {
  private final Class<?> requestType;
  private final String cookieType;
  private volatile @Nullable ParsedCookies cookies;
  private final MethodHandle getAttribute;
  private final MethodHandle setAttribute;
  private final MethodHandle getRequestUri;
  private final MethodHandle getQueryString;
  private final MethodHandle getHeader;
  private final MethodHandle getHeaders;
  private final MethodHandle getRemoteAddr;
  private final MethodHandle getLocalPort;
  private final MethodHandle isCommitted;
  private final MethodHandle getStatus;
  private final MethodHandle setStatus;
  private final MethodHandle setHeader;
  private final MethodHandle setContentType;
  private final MethodHandle setContentLength;
  private final MethodHandle getOutputStream;
  private final MethodHandle reset;

  protected ServletStyleApi(Class<?> requestType, Class<?> responseType, String cookieType) {
    this.requestType = requestType;
    this.cookieType = cookieType;
    Handles request = new Handles(requestType);
    Handles response = new Handles(responseType);
    getAttribute = request.bind("getAttribute", Object.class, String.class);
    setAttribute = request.bind("setAttribute", void.class, String.class, Object.class);
    getRequestUri = request.bind("getRequestURI", String.class);
    getQueryString = request.bind("getQueryString", String.class);
    getHeader = request.bind("getHeader", String.class, String.class);
    getHeaders = request.bind("getHeaders", Object.class, String.class);
    getRemoteAddr = request.bind("getRemoteAddr", String.class);
    getLocalPort = request.bind("getLocalPort", int.class);
    isCommitted = response.bind("isCommitted", boolean.class);
    getStatus = response.bind("getStatus", int.class);
    setStatus = response.bind("setStatus", void.class, int.class);
    setHeader = response.bind("setHeader", void.class, String.class, String.class);
    setContentType = response.bind("setContentType", void.class, String.class);
    setContentLength = response.bind("setContentLength", void.class, int.class);
    getOutputStream = response.bind("getOutputStream", OutputStream.class);
    reset = response.bind("reset", void.class);
  }

  public final @Nullable Object attribute(Object request, String name) {
    try {
      return (Object) getAttribute.invokeExact(request, name);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  public final void setAttribute(Object request, String name, Object value) {
    try {
      setAttribute.invokeExact(request, name, value);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  @Override
  public @Nullable String rawPath(Object request) {
    return Handles.text(getRequestUri, request);
  }

  @Override
  public final @Nullable String query(Object request) {
    return Handles.text(getQueryString, request);
  }

  @Override
  public final @Nullable String header(Object request, String name) {
    return Handles.text(getHeader, request, name);
  }

  @Override
  public final @Nullable String headerLines(Object request, String name) {
    try {
      Object lines = (Object) getHeaders.invokeExact(request, name);
      return lines instanceof Enumeration<?> enumeration
          ? HeaderLines.compact(enumeration)
          : HeaderLines.compact((Iterable<?>) lines);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Binds the cookie methods on first use, because few rules read cookies. */
  @Override
  public final @Nullable String cookie(Object request, String name) {
    ParsedCookies bound = cookies;
    if (bound == null) {
      bound = new ArrayCookies(requestType, Handles.sibling(requestType, cookieType));
      cookies = bound;
    }
    return bound.value(request, name);
  }

  @Override
  public final @Nullable String remoteAddress(Object request) {
    return Handles.text(getRemoteAddr, request);
  }

  @Override
  public final int localPort(Object request) {
    return Handles.number(getLocalPort, request);
  }

  public final boolean isCommitted(Object response) {
    return Handles.isTrue(isCommitted, response);
  }

  public final int status(Object response) {
    return Handles.number(getStatus, response);
  }

  public final void setHeader(Object response, String name, String value) {
    try {
      setHeader.invokeExact(response, name, value);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /**
   * Writes the whole response. Does not use {@code sendError}, which starts an error dispatch
   * through the application's own filters and pages.
   */
  public final void reject(Object response, RejectionResponse rejection) {
    try {
      setStatus(response, rejection.status());
      for (HeaderField field : rejection.fields()) {
        setHeader(response, field.name(), field.value());
      }
      setContentType.invokeExact(response, rejection.contentType());
      write(response, rejection.body().getBytes(StandardCharsets.UTF_8));
    } catch (Throwable broken) {
      // The request continues to the application, which must not respond with our status.
      reset(response);
      throw Handles.unchecked(broken);
    }
  }

  private void write(Object response, byte[] body) throws Throwable {
    try {
      setContentLength.invokeExact(response, body.length);
      ((OutputStream) getOutputStream.invokeExact(response)).write(body);
      flush(response);
    } catch (IOException disconnected) {
      // The request is rejected all the same; no client is left to read the response.
    }
  }

  protected void setStatus(Object response, int status) throws Throwable {
    setStatus.invokeExact(response, status);
  }

  /** Sends what was written; a server that does so when the handler returns needs no flush. */
  protected void flush(Object response) throws Throwable {}

  /** Discards status, header fields and body, unless they were sent. */
  private void reset(Object response) {
    try {
      if (!isCommitted(response)) {
        reset.invokeExact(response);
      }
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
