package dev.penstock.instrument.apache;

import dev.penstock.http.OutboundPermit;
import dev.penstock.instrument.AsyncWait;
import dev.penstock.instrument.InterfaceProxy;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A call of a minimal client, whose handler sends the request and reads the response. */
final class MinimalCall5 extends ApacheCall {
  private static final int CONTEXT = 2;
  private static final Object CALLED_OFF = new Object();

  private final MinimalApi5 api;
  private final Object client;
  private final Object handler;
  private final @Nullable Object pushes;
  private final @Nullable Object context;
  private final @Nullable Object[] sent;

  /**
   * @param sent what the handler has sent to a recording channel
   */
  MinimalCall5(
      MinimalApi5 api, Object client, Object[] arguments, Object request, @Nullable Object[] sent) {
    super(api.messages(), /* host= */ null, request);
    this.api = api;
    this.client = client;
    this.sent = sent;
    handler = arguments[0];
    pushes = arguments[1];
    context = arguments[CONTEXT];
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public Object suspend(OutboundPermit permit) {
    AsyncWait waiting = new AsyncWait(permit);
    AtomicReference<@Nullable Object> started = new AtomicReference<>();
    waiting.whenDecided(() -> start(started, permit), why -> api.failed(handler, why));
    return api.callingOff().cancellable(() -> callOff(waiting, started));
  }

  private void start(AtomicReference<@Nullable Object> started, OutboundPermit permit) {
    try {
      Object running = api.execute(client, listening(permit), pushes, context);
      if (!started.compareAndSet(null, running)) {
        api.cancel(running);
      }
    } catch (RuntimeException | Error thrown) {
      // The method would have thrown this to its caller, which has already returned.
      permit.close();
      api.failed(
          handler, thrown instanceof Exception plain ? plain : new IllegalStateException(thrown));
    }
  }

  private boolean callOff(AsyncWait waiting, AtomicReference<@Nullable Object> started) {
    if (waiting.cancel()) {
      api.cancelHandler(handler);
      return true;
    }
    Object running = started.getAndSet(CALLED_OFF);
    return running == null || (running != CALLED_OFF && api.cancel(running));
  }

  @Override
  public Object reject(IOException why) {
    api.failed(handler, why);
    return api.callingOff().cancellable(() -> false);
  }

  @Override
  public Object[] arguments(Object[] original, OutboundPermit permit) {
    Object[] handedOn = original.clone();
    handedOn[0] = listening(permit);
    return handedOn;
  }

  private Object listening(OutboundPermit permit) {
    // The listening proxy wraps a proxy that sends the recorded request.
    Object sending =
        InterfaceProxy.of(
            api.handlerType(),
            handler,
            (method, arguments, original) -> {
              if (!method.equals("produceRequest")) {
                return original.call();
              }
              api.channel().send(arguments[0], sent);
              return null;
            });
    return InterfaceProxy.observing(
        api.handlerType(), sending, (method, arguments) -> heard(method, arguments, permit));
  }

  private void heard(String method, Object[] arguments, OutboundPermit permit) {
    switch (method) {
      case "consumeResponse" -> {
        permit.responded(answer(arguments[0]));
        if (arguments[1] == null) {
          permit.close(); // no body follows
        }
      }
      case "streamEnd", "failed", "cancel", "releaseResources" -> permit.close();
      default -> {} // progress only
    }
  }

  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    return result;
  }
}
