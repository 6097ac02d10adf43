package dev.penstock.instrument.webflux;

import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes responses of WebFlux, through handles bound once. */
final class WebFluxResponseApi {
  private static final String HTTP = "org.springframework.http.";
  private static final int OK = 200;

  private final MonoApi monos;
  private final SpringHeadersApi headers;
  private final MethodHandle isCommitted;
  private final MethodHandle getStatusCode;
  private final MethodHandle valueOfStatus;
  private final MethodHandle setRawStatusCode;
  private final MethodHandle getHeaders;
  private final MethodHandle bufferFactory;
  private final MethodHandle wrap;
  private final MethodHandle writeWith;

  WebFluxResponseApi(Class<?> exchangeType, MonoApi monos) {
    this.monos = monos;
    headers = new SpringHeadersApi(Handles.sibling(exchangeType, HTTP + "HttpHeaders"));
    Handles response =
        new Handles(Handles.sibling(exchangeType, HTTP + "server.reactive.ServerHttpResponse"));
    isCommitted = response.bind("isCommitted", boolean.class);
    getStatusCode = response.bindAny("getStatusCode");
    valueOfStatus = new Handles(response.resultType("getStatusCode")).bind("value", int.class);
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

  boolean isCommitted(Object response) {
    return Handles.isTrue(isCommitted, response);
  }

  /** The current status; 200 if none is set. */
  int status(Object response) {
    Object status = Handles.call(getStatusCode, response);
    return status == null ? OK : Handles.number(valueOfStatus, status);
  }

  void addHeader(Object response, String name, String value) {
    headers.add(headersOf(response), name, value);
  }

  void setHeader(Object response, String name, String value) {
    headers.set(headersOf(response), name, value);
  }

  /**
   * Returns a Mono that writes the whole response, but not within the event of the request: some
   * versions of Reactor Netty would lose the next request on the connection.
   */
  Object reject(Object response, RejectionResponse rejection) {
    byte[] body = rejection.body().getBytes(StandardCharsets.UTF_8);
    try {
      setStatus(response, rejection.status());
      for (HeaderField field : rejection.fields()) {
        setHeader(response, field.name(), field.value());
      }
      setHeader(response, "Content-Type", rejection.contentType());
      setHeader(response, "Content-Length", Integer.toString(body.length));
      Object buffers = (Object) bufferFactory.invokeExact(response);
      Object buffer = (Object) wrap.invokeExact(buffers, (Object) body);
      Object written = (Object) writeWith.invokeExact(response, monos.of(buffer));
      return monos.after(/* micros= */ 0, () -> written);
    } catch (Throwable broken) {
      // The request continues to the application, which must not respond with our status.
      reset(response);
      throw Handles.unchecked(broken);
    }
  }

  private void reset(Object response) {
    if (!isCommitted(response)) {
      setStatus(response, null);
      headers.remove(headersOf(response), "Content-Type");
      headers.remove(headersOf(response), "Content-Length");
    }
  }

  private void setStatus(Object response, @Nullable Integer status) {
    Object unused = Handles.call(setRawStatusCode, response, status);
  }

  private Object headersOf(Object response) {
    return Handles.get(getHeaders, response);
  }
}
