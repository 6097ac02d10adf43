package dev.penstock.instrument.apache;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.InterfaceProxy;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** The request channels of version 5, to which producers send their request. */
public final class Channel5 {
  private static final String HTTP = "org.apache.hc.core5.http.";

  private final Class<?> type;
  private final MethodHandle send;

  public Channel5(Class<?> client) {
    type = Handles.sibling(client, HTTP + "nio.RequestChannel");
    send =
        new Handles(type)
            .bindAny(
                "sendRequest",
                Handles.sibling(client, HTTP + "HttpRequest"),
                Handles.sibling(client, HTTP + "EntityDetails"),
                Handles.sibling(client, HTTP + "protocol.HttpContext"));
  }

  public Class<?> type() {
    return type;
  }

  /**
   * Lets a producer send to a recording channel. Returns the request, its body and a context.
   *
   * @param method the method of the producer that sends, given a channel and a context
   * @return null if nothing is sent now
   */
  public @Nullable Object @Nullable [] sentBy(
      Object sender, MethodHandle method, @Nullable Object context) {
    Capture capture = new Capture();
    try {
      Object channel = InterfaceProxy.of(type, /* original= */ null, capture);
      Object ignored = (Object) method.invokeExact(sender, channel, context);
      return capture.sent;
    } catch (Throwable failed) {
      return null; // it fails again when the client calls it
    }
  }

  /** Sends the recorded arguments to a channel. */
  public void send(Object channel, @Nullable Object[] sent) throws Throwable {
    Object ignored = (Object) send.invokeExact(channel, sent[0], sent[1], sent[2]);
  }

  /** A channel that only records what is sent. */
  private static final class Capture implements InterfaceProxy.Interceptor {
    private @Nullable Object @Nullable [] sent;

    @Override
    public @Nullable Object intercept(
        String method, Object[] arguments, InterfaceProxy.Original original) {
      sent = arguments;
      return null;
    }
  }
}
