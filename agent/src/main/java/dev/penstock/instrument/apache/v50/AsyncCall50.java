package dev.penstock.instrument.apache.v50;

import dev.penstock.http.OutboundPermit;
import dev.penstock.instrument.InterfaceProxy;
import dev.penstock.instrument.apache.PromisedCall;
import java.io.InterruptedIOException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A call of HttpClient 5.0: a producer, a consumer and a callback. */
final class AsyncCall50 extends PromisedCall {
  private static final int PRODUCER = 1;
  private static final int CONSUMER = 2;
  private static final int CALLBACK = 5;

  private final AsyncApi50 api;
  private final Object client;
  private final Object[] arguments;
  private final @Nullable Object[] sent;

  /**
   * @param sent what the producer has sent to a recording channel
   */
  AsyncCall50(
      AsyncApi50 api, Object client, Object[] arguments, Object request, @Nullable Object[] sent) {
    super(api, arguments[0], request, arguments[CALLBACK]);
    this.api = api;
    this.client = client;
    this.arguments = arguments;
    this.sent = sent;
  }

  @Override
  protected void fail(Exception why, Runnable tell) {
    try {
      api.failed(arguments[CONSUMER], why);
    } finally {
      try {
        tell.run();
      } finally {
        api.release(arguments[CONSUMER]);
        api.release(arguments[PRODUCER]);
      }
    }
  }

  @Override
  protected void callOff(Runnable tell) {
    fail(new InterruptedIOException(), tell);
  }

  @Override
  protected Future<?> start(Object[] parts) {
    return api.execute(client, parts);
  }

  @Override
  protected Object[] parts(Object newCallback, OutboundPermit permit) {
    Object[] parts = arguments.clone();
    parts[PRODUCER] = producing();
    parts[CONSUMER] = consuming(permit);
    parts[CALLBACK] = newCallback;
    return parts;
  }

  /** Sends the recorded request: the producer has sent it already and may not be able to repeat. */
  private Object producing() {
    return InterfaceProxy.of(
        api.producerType(),
        arguments[PRODUCER],
        (method, given, original) -> {
          if (!method.equals("sendRequest")) {
            return original.call();
          }
          api.channel().send(given[0], sent);
          return null;
        });
  }

  private Object consuming(OutboundPermit permit) {
    return InterfaceProxy.observing(
        api.consumerType(),
        arguments[CONSUMER],
        (method, given) -> {
          switch (method) {
            case "consumeResponse" -> permit.responded(answer(given[0]));
            case "failed", "releaseResources" -> permit.close();
            default -> {} // progress only
          }
        });
  }
}
