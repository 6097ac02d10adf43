package dev.penstock.instrument.vertx;

import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;

/** Writes responses of Vert.x 4 or 5, through handles bound once. */
final class VertxResponseApi {
  private final MethodHandle streamId;
  private final MethodHandle headWritten;
  private final MethodHandle ended;
  private final MethodHandle closed;
  private final MethodHandle getStatusCode;
  private final MethodHandle setStatusCode;
  private final MethodHandle putHeader;
  private final MethodHandle end;
  private final MethodHandle endHandler;

  VertxResponseApi(Class<?> requestType, Class<?> handlerType) {
    Handles response =
        new Handles(Handles.sibling(requestType, "io.vertx.core.http.HttpServerResponse"));
    streamId = response.bind("streamId", int.class);
    headWritten = response.bind("headWritten", boolean.class);
    ended = response.bind("ended", boolean.class);
    closed = response.bind("closed", boolean.class);
    getStatusCode = response.bind("getStatusCode", int.class);
    setStatusCode = response.bind("setStatusCode", Object.class, int.class);
    putHeader = response.bind("putHeader", Object.class, String.class, String.class);
    end = response.bind("end", Object.class, String.class);
    endHandler = response.bindAny("endHandler", handlerType);
  }

  /** True if it is too late to respond. */
  boolean isCommitted(Object response) {
    return Handles.isTrue(headWritten, response) || isOver(response);
  }

  /** True if the response is complete or the connection is closed. */
  boolean isOver(Object response) {
    return Handles.isTrue(ended, response) || Handles.isTrue(closed, response);
  }

  boolean isClosed(Object response) {
    return Handles.isTrue(closed, response);
  }

  /** The number of the stream on its connection; constant in HTTP/1. */
  int streamId(Object response) {
    return Handles.number(streamId, response);
  }

  int status(Object response) {
    return Handles.number(getStatusCode, response);
  }

  void setHeader(Object response, String name, String value) {
    try {
      Object unused = (Object) putHeader.invokeExact(response, name, value);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Writes the whole response. */
  void reject(Object response, RejectionResponse rejection) {
    int before = status(response);
    try {
      Object unused = (Object) setStatusCode.invokeExact(response, rejection.status());
      for (HeaderField field : rejection.fields()) {
        setHeader(response, field.name(), field.value());
      }
      setHeader(response, "Content-Type", rejection.contentType());
      unused = (Object) end.invokeExact(response, rejection.body());
    } catch (Throwable broken) {
      restoreStatus(response, before);
      throw Handles.unchecked(broken);
    }
  }

  /**
   * Cleans up for the application, which handles the request and must not respond with our status.
   */
  private void restoreStatus(Object response, int status) {
    try {
      if (!isCommitted(response)) {
        Object unused = (Object) setStatusCode.invokeExact(response, status);
      }
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Sets the end handler, which also runs if the connection closes. */
  void setEndHandler(Object response, Object handler) {
    try {
      Object unused = (Object) endHandler.invokeExact(response, handler);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
