package dev.penstock.instrument.apache;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** The minimal clients of one application's HttpClient 5, called through handles bound once. */
final class MinimalApi5 {
  private static final String CORE = "org.apache.hc.core5.http.";

  private final Messages messages;
  private final CallingOff callingOff;
  private final Class<?> handlerType;
  private final Class<?> channelType;
  private final MethodHandle produceRequest;
  private final MethodHandle sendRequest;
  private final MethodHandle failed;
  private final MethodHandle cancelHandler;
  private final MethodHandle cancel;
  private final MethodHandle execute;

  MinimalApi5(Class<?> client) {
    messages = Messages.ofVersion5(client);
    callingOff = CallingOff.ofVersion5(client);
    handlerType = Handles.sibling(client, CORE + "nio.AsyncClientExchangeHandler");
    channelType = Handles.sibling(client, CORE + "nio.RequestChannel");
    Class<?> contextType = Handles.sibling(client, CORE + "protocol.HttpContext");
    Handles handler = new Handles(handlerType);
    produceRequest = handler.bindAny("produceRequest", channelType, contextType);
    failed = handler.bindAny("failed", Exception.class);
    cancelHandler = handler.bindAny("cancel");
    sendRequest =
        new Handles(channelType)
            .bindAny(
                "sendRequest",
                Handles.sibling(client, CORE + "HttpRequest"),
                Handles.sibling(client, CORE + "EntityDetails"),
                contextType);
    Handles clients = new Handles(client);
    Class<?> factoryType = Handles.sibling(client, CORE + "nio.HandlerFactory");
    execute = clients.bindAny("execute", handlerType, factoryType, contextType);
    cancel =
        new Handles(Handles.sibling(client, "org.apache.hc.core5.concurrent.Cancellable"))
            .bindAny("cancel");
  }

  Messages messages() {
    return messages;
  }

  CallingOff callingOff() {
    return callingOff;
  }

  Class<?> handlerType() {
    return handlerType;
  }

  /**
   * What a handler sends when it is asked to: the request, its body and a context.
   *
   * @return null if it did not send anything now
   */
  @Nullable Object @Nullable [] sentBy(Object handler, @Nullable Object context) {
    Capture capture = new Capture();
    try {
      Object channel = StandIn.of(channelType, /* own= */ null, capture);
      Object ignored = (Object) produceRequest.invokeExact(handler, channel, context);
      return capture.sent;
    } catch (Throwable failed) {
      return null; // it will fail again when the client asks
    }
  }

  /** A channel that only notes what is sent. */
  private static final class Capture implements StandIn.Role {
    private @Nullable Object @Nullable [] sent;

    @Override
    public @Nullable Object called(String method, Object[] arguments, StandIn.Original original) {
      sent = arguments;
      return null;
    }
  }

  void send(Object channel, @Nullable Object[] sent) throws Throwable {
    Object ignored = (Object) sendRequest.invokeExact(channel, sent[0], sent[1], sent[2]);
  }

  void failed(Object handler, Exception why) {
    try {
      Object ignored = (Object) failed.invokeExact(handler, (Object) why);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  void cancelHandler(Object handler) {
    Messages.call(cancelHandler, handler);
  }

  boolean cancel(Object cancellable) {
    return Boolean.TRUE.equals(Messages.call(cancel, cancellable));
  }

  Object execute(Object client, Object handler, @Nullable Object pushes, @Nullable Object context) {
    try {
      return (Object) execute.invokeExact(client, handler, pushes, context);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
