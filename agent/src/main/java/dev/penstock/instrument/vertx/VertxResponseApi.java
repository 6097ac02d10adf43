package dev.penstock.instrument.vertx;

import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;

/** Responses of Vert.x 4 and 5 in one application, called through handles bound once. */
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

  /** True if it is too late to answer. */
  boolean isCommitted(Object response) {
    return is(headWritten, response) || isOver(response);
  }

  /** True if it is complete, or nobody is left to read it. */
  boolean isOver(Object response) {
    return is(ended, response) || is(closed, response);
  }

  boolean isClosed(Object response) {
    return is(closed, response);
  }

  /** The number of the stream on its connection; always the same with HTTP/1. */
  int streamId(Object response) {
    try {
      return (int) streamId.invokeExact(response);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  int status(Object response) {
    try {
      return (int) getStatusCode.invokeExact(response);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  void setField(Object response, String name, String value) {
    try {
      Object unused = (Object) putHeader.invokeExact(response, name, value);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Writes the whole answer. */
  void refuse(Object response, RejectionResponse refusal) {
    int before = status(response);
    try {
      Object unused = (Object) setStatusCode.invokeExact(response, refusal.status());
      for (HeaderField field : refusal.fields()) {
        setField(response, field.name(), field.value());
      }
      setField(response, "Content-Type", refusal.contentType());
      unused = (Object) end.invokeExact(response, refusal.body());
    } catch (Throwable broken) {
      takeBack(response, before);
      throw Handles.unchecked(broken);
    }
  }

  /** The call will go on to the application, which must not answer under our status. */
  private void takeBack(Object response, int status) {
    try {
      if (!isCommitted(response)) {
        Object unused = (Object) setStatusCode.invokeExact(response, status);
      }
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Sets the one handler of the end, be it complete or not. */
  void tellEnd(Object response, Object handler) {
    try {
      Object unused = (Object) endHandler.invokeExact(response, handler);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  private static boolean is(MethodHandle question, Object response) {
    try {
      return (boolean) question.invokeExact(response);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
