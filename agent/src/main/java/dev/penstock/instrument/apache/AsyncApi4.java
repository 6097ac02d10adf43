package dev.penstock.instrument.apache;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** HttpAsyncClient 4 of one application, called through handles bound once. */
final class AsyncApi4 {
  private static final String PROTOCOL = "org.apache.http.nio.protocol.";
  private static final String CONCURRENT = "org.apache.http.concurrent.";

  private final Messages messages;
  private final CallingOff callingOff;
  private final Class<?> producerType;
  private final Class<?> consumerType;
  private final Class<?> callbackType;
  private final MethodHandle getTarget;
  private final MethodHandle generateRequest;
  private final MethodHandle producerFailed;
  private final MethodHandle consumerFailed;
  private final MethodHandle consumerCancel;
  private final MethodHandle execute;
  private final MethodHandle newFuture;
  private final MethodHandle futureCompleted;
  private final MethodHandle futureFailed;

  AsyncApi4(Class<?> client) {
    messages = Messages.ofVersion4(client);
    callingOff = CallingOff.ofVersion4(client);
    producerType = Handles.sibling(client, PROTOCOL + "HttpAsyncRequestProducer");
    consumerType = Handles.sibling(client, PROTOCOL + "HttpAsyncResponseConsumer");
    callbackType = Handles.sibling(client, CONCURRENT + "FutureCallback");
    Handles producer = new Handles(producerType);
    getTarget = producer.bindAny("getTarget");
    generateRequest = producer.bindAny("generateRequest");
    producerFailed = producer.bindAny("failed", Exception.class);
    Handles consumer = new Handles(consumerType);
    consumerFailed = consumer.bindAny("failed", Exception.class);
    consumerCancel = consumer.bindAny("cancel");
    execute =
        new Handles(Handles.sibling(client, "org.apache.http.nio.client.HttpAsyncClient"))
            .bindAny(
                "execute",
                producerType,
                consumerType,
                Handles.sibling(client, "org.apache.http.protocol.HttpContext"),
                callbackType);
    Handles future = new Handles(Handles.sibling(client, CONCURRENT + "BasicFuture"));
    newFuture = future.bindConstructor(callbackType);
    futureCompleted = future.bindAny("completed", Object.class);
    futureFailed = future.bindAny("failed", Exception.class);
  }

  Messages messages() {
    return messages;
  }

  CallingOff callingOff() {
    return callingOff;
  }

  Class<?> producerType() {
    return producerType;
  }

  Class<?> consumerType() {
    return consumerType;
  }

  Class<?> callbackType() {
    return callbackType;
  }

  @Nullable Object target(Object producer) {
    return Messages.call(getTarget, producer);
  }

  /** What a producer will send; null if it cannot say. */
  @Nullable Object request(Object producer) {
    try {
      return Messages.call(generateRequest, producer);
    } catch (RuntimeException failed) {
      return null; // it will fail again when the client asks
    }
  }

  void producerFailed(Object producer, Exception why) {
    call(producerFailed, producer, why);
  }

  void consumerFailed(Object consumer, Exception why) {
    call(consumerFailed, consumer, why);
  }

  void cancel(Object consumer) {
    Messages.call(consumerCancel, consumer);
  }

  /** The library's own kind of future, which tells a callback. */
  Future<?> future(@Nullable Object callback) {
    try {
      return (Future<?>) (Object) newFuture.invokeExact(callback);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  void completed(Future<?> future, @Nullable Object result) {
    call(futureCompleted, future, result);
  }

  void failed(Future<?> future, Exception why) {
    call(futureFailed, future, why);
  }

  Future<?> execute(Object client, @Nullable Object[] arguments) {
    try {
      Object future =
          (Object)
              execute.invokeExact(client, arguments[0], arguments[1], arguments[2], arguments[3]);
      return (Future<?>) future;
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  private static void call(MethodHandle method, Object target, @Nullable Object argument) {
    try {
      Object ignored = (Object) method.invokeExact(target, argument);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
