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

/** A call in the execution chain of an asynchronous client, or a retry within one. */
final class AsyncCall5 extends ApacheCall {
  private static final int SCOPE = 2;

  private final AsyncApi5 api;
  private final Object[] arguments;
  private final Object scope;
  private final Object callback;
  private final @Nullable Object retrying;

  /**
   * @param retrying the chain handler that sends the retry; null for the first request
   */
  private AsyncCall5(AsyncApi5 api, Object[] arguments, @Nullable Object retrying) {
    super(api.messages(), api.host(arguments[SCOPE]), arguments[0]);
    this.api = api;
    this.arguments = arguments;
    this.retrying = retrying;
    scope = arguments[SCOPE];
    callback = arguments[arguments.length - 1];
  }

  /** Creates a call at the start of the chain. */
  static AsyncCall5 first(AsyncApi5 api, Object[] arguments) {
    return new AsyncCall5(api, arguments, /* retrying= */ null);
  }

  /** Creates a retry, where the chain is about to request a connection. */
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
                // The exception of the client for a call that is cancelled while it waits for a
                // connection.
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

  /** Redirects and retries do not reach the callback at the start of the chain. */
  private Object listening(OutboundPermit permit) {
    return InterfaceProxy.observing(
        api.callbackType(),
        callback,
        (method, given) -> {
          switch (method) {
            case "handleResponse" -> permit.responded(answer(given[0]));
            case "completed", "failed" -> permit.close();
            default -> {} // informational responses
          }
        });
  }

  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    return result;
  }
}
