package dev.penstock.instrument.apache;

import dev.penstock.call.Departure;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** A call of an asynchronous client, at the start of the chain that executes it. */
final class AsyncCall5 extends ApacheCall {
  private final AsyncApi5 api;
  private final @Nullable Object body;
  private final Object scope;
  private final Object callback;

  AsyncCall5(AsyncApi5 api, Object request, @Nullable Object body, Object scope, Object callback) {
    super(api.messages(), api.host(scope), request);
    this.api = api;
    this.body = body;
    this.scope = scope;
    this.callback = callback;
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public @Nullable Object hold(Departure departure) {
    Waiting waiting = new Waiting(departure);
    Object heard = listening(departure);
    api.callingOff()
        .tell(
            api.dependency(scope),
            () -> {
              boolean inTime = waiting.callOff();
              if (inTime) {
                // What the client says to one that was called off while it waited for a connection.
                api.failed(heard, new InterruptedIOException());
              }
              return inTime;
            });
    waiting.until(() -> start(heard), why -> api.failed(heard, why));
    return null;
  }

  private void start(Object heard) {
    try {
      api.start(request(), body, scope, heard);
    } catch (RejectedExecutionException closed) {
      api.failed(heard, new CancellationException("Request execution cancelled"));
    }
  }

  @Override
  public @Nullable Object refuse(IOException why) {
    api.failed(callback, why);
    return null;
  }

  @Override
  public Object[] arguments(Object[] came, Departure departure) {
    Object[] handedOn = came.clone();
    handedOn[came.length - 1] = listening(departure);
    return handedOn;
  }

  /** The callback of the whole call: redirects and retries do not come to it. */
  private Object listening(Departure departure) {
    return StandIn.listening(
        api.callbackType(),
        callback,
        (method, arguments) -> {
          switch (method) {
            case "handleResponse" -> departure.answered(answer(arguments[0]));
            case "completed", "failed" -> departure.over();
            default -> {} // an answer is only announced
          }
        });
  }

  @Override
  public @Nullable Object went(@Nullable Object result, Departure departure) {
    return result;
  }
}
