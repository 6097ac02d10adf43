package dev.penstock.instrument.apache;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.Reentry;
import dev.penstock.instrument.AsyncWait;
import dev.penstock.instrument.InterfaceProxy;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** A call on its way through the chain of an asynchronous client, or a further request of one. */
final class AsyncCall5 extends ApacheCall {
  private static final int SCOPE = 2;

  private final AsyncApi5 api;
  private final Object[] arguments;
  private final Object scope;
  private final Object callback;
  private final @Nullable Object retrying;

  /**
   * @param retrying the element of the chain that sends a further request; null if it is the first
   */
  private AsyncCall5(AsyncApi5 api, Object[] arguments, @Nullable Object retrying) {
    super(api.messages(), api.host(arguments[SCOPE]), arguments[0]);
    this.api = api;
    this.arguments = arguments;
    this.retrying = retrying;
    scope = arguments[SCOPE];
    callback = arguments[arguments.length - 1];
  }

  /** A call at the start of the chain. */
  static AsyncCall5 first(AsyncApi5 api, Object[] arguments) {
    return new AsyncCall5(api, arguments, /* retrying= */ null);
  }

  /** A further request, where the chain is about to ask for a connection. */
  static AsyncCall5 further(AsyncApi5 api, Object element, Object[] arguments) {
    return new AsyncCall5(api, arguments, element);
  }

  @Override
  public boolean isRetry() {
    return retrying != null;
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public @Nullable Object suspend(OutboundPermit permit) {
    AsyncWait waiting = new AsyncWait(permit);
    Object heard = listening(permit);
    api.callingOff()
        .tell(
            api.dependency(scope),
            () -> {
              boolean inTime = waiting.cancel();
              if (inTime) {
                // What the client says to one that was called off while it waited for a connection.
                api.failed(heard, new InterruptedIOException());
              }
              return inTime;
            });
    waiting.whenDecided(() -> start(heard), why -> api.failed(heard, why));
    return null;
  }

  private void start(Object heard) {
    try {
      if (retrying == null) {
        api.start(request(), arguments[1], scope, heard);
      } else {
        Object[] handedOn = handingOn(heard);
        Reentry.pass(subject(), () -> api.execute(retrying, handedOn));
      }
    } catch (RejectedExecutionException closed) {
      api.failed(heard, new CancellationException("Request execution cancelled"));
    } catch (Exception thrown) {
      api.failed(heard, thrown);
    }
  }

  @Override
  public @Nullable Object reject(IOException why) {
    api.failed(callback, why);
    return null;
  }

  @Override
  public Object[] arguments(Object[] original, OutboundPermit permit) {
    return handingOn(listening(permit));
  }

  private Object[] handingOn(Object newCallback) {
    Object[] handedOn = arguments.clone();
    handedOn[arguments.length - 1] = newCallback;
    return handedOn;
  }

  /** At the start of the chain redirects and retries do not come to the callback. */
  private Object listening(OutboundPermit permit) {
    return InterfaceProxy.observing(
        api.callbackType(),
        callback,
        (method, given) -> {
          switch (method) {
            case "handleResponse" -> permit.responded(answer(given[0]));
            case "completed", "failed" -> permit.close();
            default -> {} // an answer is only announced
          }
        });
  }

  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    return result;
  }
}
