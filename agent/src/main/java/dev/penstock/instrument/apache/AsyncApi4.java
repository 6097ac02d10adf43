package dev.penstock.instrument.apache;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** HttpAsyncClient 4 of one application, called through method handles. */
final class AsyncApi4 extends PromisedApi {
  private static final String PROTOCOL = "org.apache.http.nio.protocol.";

  private final MethodHandle getTarget;
  private final MethodHandle generateRequest;
  private final MethodHandle producerFailed;
  private final MethodHandle consumerFailed;
  private final MethodHandle consumerCancel;
  private final MethodHandle execute;
  private final boolean wrapsFutures;

  AsyncApi4(Class<?> client) {
    super(
        ApacheMessages.ofVersion4(client),
        ApacheFutures.ofVersion4(client),
        Cancellation.ofVersion4(client),
        Handles.sibling(client, PROTOCOL + "HttpAsyncRequestProducer"),
        Handles.sibling(client, PROTOCOL + "HttpAsyncResponseConsumer"));
    Handles producer = new Handles(producerType());
    getTarget = producer.bindAny("getTarget");
    generateRequest = producer.bindAny("generateRequest");
    producerFailed = producer.bindAny("failed", Exception.class);
    Handles consumer = new Handles(consumerType());
    consumerFailed = consumer.bindAny("failed", Exception.class);
    consumerCancel = consumer.bindAny("cancel");
    execute =
        new Handles(Handles.sibling(client, "org.apache.http.nio.client.HttpAsyncClient"))
            .bindAny(
                "execute",
                producerType(),
                consumerType(),
                Handles.sibling(client, "org.apache.http.protocol.HttpContext"),
                promises().callbackType());
    wrapsFutures = Handles.isPresent(client, "org.apache.http.impl.nio.client.FutureWrapper");
  }

  /** True from version 4.1 on. */
  boolean wrapsFutures() {
    return wrapsFutures;
  }

  @Nullable Object target(Object producer) {
    return Handles.call(getTarget, producer);
  }

  /** Returns the request that a producer will send; null if it fails. */
  @Nullable Object request(Object producer) {
    try {
      return Handles.call(generateRequest, producer);
    } catch (RuntimeException failed) {
      return null; // it fails again when the client calls it
    }
  }

  void failed(Object producer, Object consumer, Exception why) {
    Handles.call(producerFailed, producer, why);
    Handles.call(consumerFailed, consumer, why);
  }

  void cancel(Object consumer) {
    Handles.call(consumerCancel, consumer);
  }

  Future<?> execute(Object client, Object[] parts) {
    try {
      return (Future<?>)
          (Object) execute.invokeExact(client, parts[0], parts[1], parts[2], parts[3]);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
