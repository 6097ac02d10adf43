package dev.penstock.instrument.container;

import dev.penstock.bootstrap.Gate;
import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.InterfaceProxy;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Marks exchanges of Undertow and writes their responses, through handles bound once. */
final class UndertowApi {
  private static final String LISTENER = "io.undertow.server.ExchangeCompletionListener";

  private final UndertowReader reader;
  private final UndertowConnectionApi connections;
  private final Object mark;
  private final Class<?> listenerType;
  private final MethodHandle getAttachment;
  private final MethodHandle putAttachment;
  private final MethodHandle isResponseStarted;
  private final MethodHandle getStatusCode;
  private final MethodHandle setStatusCode;
  private final MethodHandle getResponseHeaders;
  private final MethodHandle newName;
  private final MethodHandle put;
  private final MethodHandle setPersistent;
  private final MethodHandle getResponseSender;
  private final MethodHandle send;
  private final MethodHandle addExchangeCompleteListener;
  private final MethodHandle proceed;

  /**
   * @param exchangeType the class of Undertow's exchanges
   */
  UndertowApi(Class<?> exchangeType) {
    reader = new UndertowReader(exchangeType);
    connections = new UndertowConnectionApi(exchangeType);
    Class<?> keyType = Handles.sibling(exchangeType, "io.undertow.util.AttachmentKey");
    mark = Handles.get(new Handles(keyType).bindAny("create", Class.class), Object.class);
    Handles exchange = new Handles(exchangeType);
    getAttachment = exchange.bindAny("getAttachment", keyType);
    putAttachment = exchange.bindAny("putAttachment", keyType, Object.class);
    isResponseStarted = exchange.bind("isResponseStarted", boolean.class);
    getStatusCode = exchange.bind("getStatusCode", int.class);
    setStatusCode = exchange.bindAny("setStatusCode", int.class);
    getResponseHeaders = exchange.bindAny("getResponseHeaders");
    Class<?> nameType = Handles.sibling(exchangeType, "io.undertow.util.HttpString");
    newName = new Handles(nameType).bindConstructor(String.class);
    put = sibling(exchangeType, "util.HeaderMap").bindAny("put", nameType, String.class);
    setPersistent = exchange.bindAny("setPersistent", boolean.class);
    getResponseSender = exchange.bindAny("getResponseSender");
    send = sibling(exchangeType, "io.Sender").bindAny("send", ByteBuffer.class);
    listenerType = Handles.sibling(exchangeType, LISTENER);
    addExchangeCompleteListener = exchange.bindAny("addExchangeCompleteListener", listenerType);
    proceed =
        new Handles(Handles.sibling(listenerType, LISTENER + "$NextListener")).bindAny("proceed");
  }

  private static Handles sibling(Class<?> type, String name) {
    return new Handles(Handles.sibling(type, "io.undertow." + name));
  }

  UndertowReader reader() {
    return reader;
  }

  UndertowConnectionApi connections() {
    return connections;
  }

  /** The object that marks an exchange as seen; null if no hook has seen it. */
  @Nullable Object mark(Object exchange) {
    return Handles.call(getAttachment, exchange, mark);
  }

  void setMark(Object exchange, Object value) {
    Object unused = Handles.call(putAttachment, exchange, mark, value);
  }

  /** True if it is too late to respond. */
  boolean isCommitted(Object exchange) {
    return Handles.isTrue(isResponseStarted, exchange);
  }

  int status(Object exchange) {
    return Handles.number(getStatusCode, exchange);
  }

  private void setStatus(Object exchange, int status) {
    Object unused = Handles.call(setStatusCode, exchange, status);
  }

  void setHeader(Object exchange, String name, String value) {
    Object headers = Handles.get(getResponseHeaders, exchange);
    Object unused = Handles.call(put, headers, Handles.get(newName, name), value);
  }

  /**
   * Writes the whole response. Undertow adds its length, and reads the body of the request before
   * the next one.
   */
  void reject(Object exchange, RejectionResponse rejection) {
    int before = status(exchange);
    try {
      setStatus(exchange, rejection.status());
      for (HeaderField field : rejection.fields()) {
        setHeader(exchange, field.name(), field.value());
      }
      setHeader(exchange, "Content-Type", rejection.contentType());
      if (reader.header(exchange, "Expect") != null) {
        // The client may wait for a permission to send the body, so there may be none to read.
        Object unused = Handles.call(setPersistent, exchange, /* argument= */ false);
      }
      ByteBuffer body = ByteBuffer.wrap(rejection.body().getBytes(StandardCharsets.UTF_8));
      Object unused = Handles.call(send, Handles.get(getResponseSender, exchange), body);
    } catch (RuntimeException | Error broken) {
      if (!isCommitted(exchange)) {
        // The request continues to the application, which must not respond with our status.
        setStatus(exchange, before);
      }
      throw broken;
    }
  }

  /** Runs a callback when the response is complete or the connection has failed. */
  void onComplete(Object exchange, Runnable callback) {
    Object listener =
        InterfaceProxy.of(
            listenerType,
            /* original= */ null,
            (method, arguments, original) -> {
              try {
                callback.run();
              } catch (Throwable error) {
                Gate.suppressed(error);
              }
              return Handles.call(proceed, arguments[1]);
            });
    Object unused = Handles.call(addExchangeCompleteListener, exchange, listener);
  }
}
