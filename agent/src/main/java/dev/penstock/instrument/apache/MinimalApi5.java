package dev.penstock.instrument.apache;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** The minimal clients of one application's HttpClient 5, called through method handles. */
final class MinimalApi5 {
  private static final String CORE = "org.apache.hc.core5.http.";

  private final ApacheMessages messages;
  private final Cancellation callingOff;
  private final Class<?> handlerType;
  private final Channel5 channel;
  private final MethodHandle produceRequest;
  private final MethodHandle failed;
  private final MethodHandle cancelHandler;
  private final MethodHandle cancel;
  private final MethodHandle execute;

  MinimalApi5(Class<?> client) {
    messages = ApacheMessages.ofVersion5(client);
    callingOff = Cancellation.ofVersion5(client);
    handlerType = Handles.sibling(client, CORE + "nio.AsyncClientExchangeHandler");
    channel = new Channel5(client);
    Class<?> contextType = Handles.sibling(client, CORE + "protocol.HttpContext");
    Handles handler = new Handles(handlerType);
    produceRequest = handler.bindAny("produceRequest", channel.type(), contextType);
    failed = handler.bindAny("failed", Exception.class);
    cancelHandler = handler.bindAny("cancel");
    Handles clients = new Handles(client);
    Class<?> factoryType = Handles.sibling(client, CORE + "nio.HandlerFactory");
    execute = clients.bindAny("execute", handlerType, factoryType, contextType);
    cancel =
        new Handles(Handles.sibling(client, "org.apache.hc.core5.concurrent.Cancellable"))
            .bindAny("cancel");
  }

  ApacheMessages messages() {
    return messages;
  }

  Cancellation callingOff() {
    return callingOff;
  }

  Class<?> handlerType() {
    return handlerType;
  }

  /** Returns what a handler sends; null if it sends nothing now. */
  @Nullable Object @Nullable [] sentBy(Object handler, @Nullable Object context) {
    return channel.sentBy(handler, produceRequest, context);
  }

  Channel5 channel() {
    return channel;
  }

  void failed(Object handler, Exception why) {
    Handles.call(failed, handler, why);
  }

  void cancelHandler(Object handler) {
    Handles.call(cancelHandler, handler);
  }

  boolean cancel(Object cancellable) {
    return Boolean.TRUE.equals(Handles.call(cancel, cancellable));
  }

  Object execute(Object client, Object handler, @Nullable Object pushes, @Nullable Object context) {
    try {
      return (Object) execute.invokeExact(client, handler, pushes, context);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
