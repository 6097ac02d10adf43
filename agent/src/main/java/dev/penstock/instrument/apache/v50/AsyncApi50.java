package dev.penstock.instrument.apache.v50;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.apache.ApacheFutures;
import dev.penstock.instrument.apache.ApacheMessages;
import dev.penstock.instrument.apache.Cancellation;
import dev.penstock.instrument.apache.Channel5;
import dev.penstock.instrument.apache.PromisedApi;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** The asynchronous clients of one application's HttpClient 5.0, called through method handles. */
final class AsyncApi50 extends PromisedApi {
  private static final String NIO = "org.apache.hc.core5.http.nio.";

  private final Channel5 channel;
  private final MethodHandle sendRequest;
  private final MethodHandle consumerFailed;
  private final MethodHandle release;
  private final MethodHandle execute;

  AsyncApi50(Class<?> client) {
    super(
        ApacheMessages.ofVersion5(client),
        ApacheFutures.ofVersion5(client),
        Cancellation.ofVersion5(client),
        Handles.sibling(client, NIO + "AsyncRequestProducer"),
        Handles.sibling(client, NIO + "AsyncResponseConsumer"));
    channel = new Channel5(client);
    Class<?> context = Handles.sibling(client, "org.apache.hc.core5.http.protocol.HttpContext");
    sendRequest = new Handles(producerType()).bindAny("sendRequest", channel.type(), context);
    consumerFailed = new Handles(consumerType()).bindAny("failed", Exception.class);
    release =
        new Handles(Handles.sibling(client, NIO + "ResourceHolder")).bindAny("releaseResources");
    String clients = "org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient";
    execute =
        new Handles(Handles.sibling(client, clients))
            .bindAny(
                "execute",
                Handles.sibling(client, "org.apache.hc.core5.http.HttpHost"),
                producerType(),
                consumerType(),
                Handles.sibling(client, NIO + "HandlerFactory"),
                context,
                promises().callbackType());
  }

  Channel5 channel() {
    return channel;
  }

  /** Returns what a producer sends; null if it sends nothing now. */
  @Nullable Object @Nullable [] sentBy(Object producer, @Nullable Object context) {
    return channel.sentBy(producer, sendRequest, context);
  }

  void failed(Object consumer, Exception why) {
    Handles.call(consumerFailed, consumer, why);
  }

  /** Releases the resources of a producer or consumer. */
  void release(Object part) {
    Handles.call(release, part);
  }

  Future<?> execute(Object client, Object[] parts) {
    try {
      return (Future<?>)
          (Object)
              execute.invokeExact(
                  client, parts[0], parts[1], parts[2], parts[3], parts[4], parts[5]);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
