package dev.penstock.instrument.apache;

import dev.penstock.http.OutboundPermit;
import dev.penstock.instrument.InterfaceProxy;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A call of HttpAsyncClient 4: a producer, a consumer and a callback. */
final class AsyncCall4 extends PromisedCall {
  private static final int CALLBACK = 3;

  private final AsyncApi4 api;
  private final Object client;
  private final Object[] arguments;
  private final Object producer;
  private final Object consumer;

  AsyncCall4(
      AsyncApi4 api, Object client, @Nullable Object host, Object request, Object[] arguments) {
    super(api, host, request, arguments[CALLBACK]);
    this.api = api;
    this.client = client;
    this.arguments = arguments;
    producer = arguments[0];
    consumer = arguments[1];
  }

  @Override
  protected void fail(Exception why, Runnable tell) {
    try {
      api.failed(producer, consumer, why);
    } finally {
      end(tell);
    }
  }

  @Override
  protected void callOff(Runnable tell) {
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
      // The client ignores this exception too.
    }
  }

  @Override
  protected Future<?> givenOut(Future<?> future) {
    return api.wrapsFutures() ? new WrappedFuture(future) : future;
  }

  @Override
  protected Future<?> start(Object[] parts) {
    return api.execute(client, parts);
  }

  @Override
  protected Object[] parts(Object newCallback, OutboundPermit permit) {
    Object[] parts = arguments.clone();
    parts[0] = producing();
    parts[1] = consuming(permit);
    parts[CALLBACK] = newCallback;
    return parts;
  }

  /** Returns the stored request for the first call: the producer has created it already. */
  private Object producing() {
    AtomicBoolean generated = new AtomicBoolean();
    return InterfaceProxy.of(
        api.producerType(),
        producer,
        (method, given, original) ->
            method.equals("generateRequest") && !generated.getAndSet(true)
                ? request()
                : original.call());
  }

  private Object consuming(OutboundPermit permit) {
    return InterfaceProxy.observing(
        api.consumerType(),
        consumer,
        (method, given) -> {
          switch (method) {
            case "responseReceived" -> permit.responded(answer(given[0]));
            // Not all clients notify the callback of a failure.
            case "failed", "cancel", "close" -> permit.close();
            default -> {} // progress only
          }
        });
  }
}
