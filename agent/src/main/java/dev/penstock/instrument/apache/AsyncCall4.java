package dev.penstock.instrument.apache;

import dev.penstock.call.Departure;
import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A call of HttpAsyncClient 4: what a producer sends, a consumer reads and a callback hears of. */
final class AsyncCall4 extends ApacheCall {
  private static final int CONTEXT = 2;
  private static final int CALLBACK = 3;

  private final AsyncApi4 api;
  private final Object client;
  private final Object producer;
  private final Object consumer;
  private final @Nullable Object context;
  private final @Nullable Object callback;

  AsyncCall4(
      AsyncApi4 api, Object client, @Nullable Object host, Object request, Object[] arguments) {
    super(api.messages(), host, request);
    this.api = api;
    this.client = client;
    producer = arguments[0];
    consumer = arguments[1];
    context = arguments[CONTEXT];
    callback = arguments[CALLBACK];
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public Future<?> hold(Departure departure) {
    return new HeldCall4(api, this, departure).future();
  }

  @Override
  public Future<?> refuse(IOException why) {
    Future<?> future = api.future(callback);
    fail(why, () -> api.failed(future, why));
    return future;
  }

  /** Does what the client does with a call that cannot start. */
  void fail(Exception why, Runnable tell) {
    try {
      api.producerFailed(producer, why);
      api.consumerFailed(consumer, why);
    } finally {
      end(tell);
    }
  }

  /** Does what the client does with a call that is called off. */
  void callOff(Runnable tell) {
    try {
      api.cancel(consumer);
    } finally {
      end(tell);
    }
  }

  private void end(Runnable tell) {
    try {
      tell.run();
    } finally {
      close(producer);
      close(consumer);
    }
  }

  private static void close(Object part) {
    try {
      ((AutoCloseable) part).close();
    } catch (Exception ignored) {
      // So does the client.
    }
  }

  /** The application's callback, or null. */
  @Nullable Object callback() {
    return callback;
  }

  /** Starts it, with another callback. */
  Future<?> start(Object newCallback, Departure departure) {
    return api.execute(client, withParts(newCallback, departure));
  }

  @Override
  public Object[] arguments(Object[] came, Departure departure) {
    return withParts(
        StandIn.listening(api.callbackType(), callback, (method, arguments) -> departure.over()),
        departure);
  }

  private @Nullable Object[] withParts(Object newCallback, Departure departure) {
    return new @Nullable Object[] {producing(), consuming(departure), context, newCallback};
  }

  /** The producer has been asked for its request already, and may not know that it is again. */
  private Object producing() {
    AtomicBoolean generated = new AtomicBoolean();
    return StandIn.of(
        api.producerType(),
        producer,
        (method, arguments, original) ->
            method.equals("generateRequest") && !generated.getAndSet(true)
                ? request()
                : original.call());
  }

  private Object consuming(Departure departure) {
    return StandIn.listening(
        api.consumerType(),
        consumer,
        (method, arguments) -> {
          switch (method) {
            case "responseReceived" -> departure.answered(answer(arguments[0]));
            // Not all clients tell the callback of a failure.
            case "failed", "cancel", "close" -> departure.over();
            default -> {} // in between
          }
        });
  }

  @Override
  public @Nullable Object went(@Nullable Object result, Departure departure) {
    return result;
  }
}
