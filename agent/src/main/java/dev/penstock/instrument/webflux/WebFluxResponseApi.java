package dev.penstock.instrument.webflux;

import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Responses of WebFlux, called through handles bound once. */
final class WebFluxResponseApi {
  private static final String HTTP = "org.springframework.http.";
  private static final int OK = 200;

  private final ReactorMonos promises;
  private final HeaderApi headers;
  private final MethodHandle isCommitted;
  private final MethodHandle getStatusCode;
  private final MethodHandle valueOfStatus;
  private final MethodHandle setRawStatusCode;
  private final MethodHandle getHeaders;
  private final MethodHandle bufferFactory;
  private final MethodHandle wrap;
  private final MethodHandle writeWith;

  WebFluxResponseApi(Class<?> exchangeType, ReactorMonos promises) {
    this.promises = promises;
    headers = new HeaderApi(Handles.sibling(exchangeType, HTTP + "HttpHeaders"));
    Class<?> type = Handles.sibling(exchangeType, HTTP + "server.reactive.ServerHttpResponse");
    Handles response = new Handles(type);
    isCommitted = response.bind("isCommitted", boolean.class);
    getStatusCode = response.bindAny("getStatusCode");
    valueOfStatus = new Handles(statusType(type)).bind("value", int.class);
    setRawStatusCode = response.bindAny("setRawStatusCode", Integer.class);
    getHeaders = response.bindAny("getHeaders");
    bufferFactory = response.bindAny("bufferFactory");
    wrap =
        new Handles(
                Handles.sibling(
                    exchangeType, "org.springframework.core.io.buffer.DataBufferFactory"))
            .bindAny("wrap", byte[].class);
    writeWith =
        response.bindAny(
            "writeWith", Handles.sibling(exchangeType, "org.reactivestreams.Publisher"));
  }

  private static Class<?> statusType(Class<?> responseType) {
    try {
      return responseType.getMethod("getStatusCode").getReturnType();
    } catch (NoSuchMethodException unknown) {
      throw new IllegalStateException(unknown);
    }
  }

  boolean isCommitted(Object response) {
    try {
      return (boolean) isCommitted.invokeExact(response);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** The status as it stands; without one it is the usual one. */
  int status(Object response) {
    try {
      Object status = (Object) getStatusCode.invokeExact(response);
      return status == null ? OK : (int) valueOfStatus.invokeExact(status);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  void addField(Object response, String name, String value) {
    headers.add(headersOf(response), name, value);
  }

  void setField(Object response, String name, String value) {
    headers.set(headersOf(response), name, value);
  }

  /**
   * A promise to write the whole answer, but not from within the event that brought the request:
   * some versions of Reactor Netty then lose the next request on the connection.
   */
  Object refuse(Object response, RejectionResponse refusal) {
    byte[] body = refusal.body().getBytes(StandardCharsets.UTF_8);
    try {
      setStatus(response, refusal.status());
      for (HeaderField field : refusal.fields()) {
        setField(response, field.name(), field.value());
      }
      setField(response, "Content-Type", refusal.contentType());
      setField(response, "Content-Length", Integer.toString(body.length));
      Object buffers = (Object) bufferFactory.invokeExact(response);
      Object buffer = (Object) wrap.invokeExact(buffers, (Object) body);
      Object written = (Object) writeWith.invokeExact(response, promises.of(buffer));
      return promises.after(/* micros= */ 0, () -> written);
    } catch (Throwable broken) {
      // The call will go on to the application, which must not answer under our status.
      takeBack(response);
      throw Handles.unchecked(broken);
    }
  }

  private void takeBack(Object response) {
    if (!isCommitted(response)) {
      setStatus(response, null);
      headers.remove(headersOf(response), "Content-Type");
      headers.remove(headersOf(response), "Content-Length");
    }
  }

  private void setStatus(Object response, @Nullable Integer status) {
    try {
      Object unused = (Object) setRawStatusCode.invokeExact(response, (Object) status);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  private Object headersOf(Object response) {
    try {
      return (Object) getHeaders.invokeExact(response);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
