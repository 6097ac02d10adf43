package dev.penstock.instrument.apache;

import dev.penstock.http.OutboundPermit;
import dev.penstock.instrument.AsyncWait;
import dev.penstock.instrument.InterfaceProxy;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A call of a minimal client: a handler both sends its request and reads its answer. */
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
   * @param sent what the handler has sent when it was asked to
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
  public Object hold(OutboundPermit departure) {
    AsyncWait waiting = new AsyncWait(departure);
    AtomicReference<@Nullable Object> started = new AtomicReference<>();
    waiting.until(() -> start(started, departure), why -> api.failed(handler, why));
    return api.callingOff().cancellable(() -> callOff(waiting, started));
  }

  private void start(AtomicReference<@Nullable Object> started, OutboundPermit departure) {
    try {
      Object running = api.execute(client, listening(departure), pushes, context);
      if (!started.compareAndSet(null, running)) {
        api.cancel(running);
      }
    } catch (RuntimeException | Error thrown) {
      // What the method would have thrown at its caller, who is no longer there.
      departure.over();
      api.failed(
          handler, thrown instanceof Exception plain ? plain : new IllegalStateException(thrown));
    }
  }

  private boolean callOff(AsyncWait waiting, AtomicReference<@Nullable Object> started) {
    if (waiting.callOff()) {
      api.cancelHandler(handler);
      return true;
    }
    Object running = started.getAndSet(CALLED_OFF);
    return running == null || (running != CALLED_OFF && api.cancel(running));
  }

  @Override
  public Object refuse(IOException why) {
    api.failed(handler, why);
    return api.callingOff().cancellable(() -> false);
  }

  @Override
  public Object[] arguments(Object[] came, OutboundPermit departure) {
    Object[] handedOn = came.clone();
    handedOn[0] = listening(departure);
    return handedOn;
  }

  private Object listening(OutboundPermit departure) {
    // Behind the one that listens is one that sends what has been sent already.
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
    return InterfaceProxy.listening(
        api.handlerType(), sending, (method, arguments) -> heard(method, arguments, departure));
  }

  private void heard(String method, Object[] arguments, OutboundPermit departure) {
    switch (method) {
      case "consumeResponse" -> {
        departure.answered(answer(arguments[0]));
        if (arguments[1] == null) {
          departure.over(); // there is no body to come
        }
      }
      case "streamEnd", "failed", "cancel", "releaseResources" -> departure.over();
      default -> {} // in between
    }
  }

  @Override
  public @Nullable Object went(@Nullable Object result, OutboundPermit departure) {
    return result;
  }
}
