package dev.penstock.instrument.vertxclient;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.Reentry;
import dev.penstock.instrument.UrlCall;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A call of {@code HttpClient.request}. */
final class RequestCall extends UrlCall {
  /*
   * The method returns a future, and in Vert.x 4 may get a handler instead. A held call has no
   * connection yet. At the end of the wait, the client is called again in the context of the
   * caller, which also keeps data such as the current trace.
   */
  private final VertxClientApi api;
  private final Object client;
  private final Object[] arguments;
  private final boolean retry;

  RequestCall(VertxClientApi api, Object client, Object[] arguments, boolean retry) {
    this(api, client, arguments, retry, api.options().target(client, arguments[0]));
  }

  private RequestCall(
      VertxClientApi api, Object client, Object[] arguments, boolean retry, VertxTarget target) {
    super(
        target.method(),
        target.scheme(),
        target.host(),
        target.port(),
        target.path(),
        target.query());
    this.api = api;
    this.client = client;
    this.arguments = arguments;
    this.retry = retry;
  }

  private boolean hasHandler() {
    return arguments.length > 1;
  }

  @Override
  public Object subject() {
    return arguments[0];
  }

  @Override
  public boolean isRetry() {
    return retry;
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public @Nullable String header(String name) {
    return api.options().header(arguments[0], name);
  }

  @Override
  public @Nullable String headerLines(String name) {
    return api.options().headerLines(arguments[0], name);
  }

  @Override
  public Object[] arguments(Object[] original, OutboundPermit permit) {
    return hasHandler()
        ? new Object[] {
          original[0],
          api.futures().observing(original[1], asyncResult -> started(asyncResult, permit))
        }
        : original;
  }

  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    if (!hasHandler() && result != null) {
      api.futures().whenComplete(result, asyncResult -> started(asyncResult, permit));
    }
    return result;
  }

  /** Waits for the response to a request, if there is a request. */
  private void started(Object asyncRequest, OutboundPermit permit) {
    Object request = api.futures().value(asyncRequest);
    if (request == null) {
      permit.close();
      return;
    }
    api.futures()
        .whenComplete(
            api.responses().response(request),
            asyncResponse -> {
              Object response = api.futures().value(asyncResponse);
              if (response != null) {
                permit.responded(api.responses().received(response));
              }
              permit.close();
            });
  }

  @Override
  public @Nullable Object suspend(OutboundPermit permit) {
    Object context = api.context(client);
    Object promise = api.futures().promise(context);
    Object options = api.options().copy(arguments[0]);
    Object result = resultOf(promise);
    permit.whenDecided(
        () -> startIn(context, options, promise, permit), why -> api.futures().fail(promise, why));
    return result;
  }

  /** Returns what the method returns to a caller who is to receive the outcome of a promise. */
  private @Nullable Object resultOf(Object promise) {
    Object future = api.futures().future(promise);
    if (hasHandler()) {
      api.futures().passTo(future, arguments[1]);
      return null;
    }
    return future;
  }

  private void startIn(Object context, Object options, Object promise, OutboundPermit permit) {
    try {
      api.futures().run(context, () -> start(options, promise, permit));
    } catch (RuntimeException stopped) {
      // The event loop has ended, and with it the application's callbacks.
      permit.close();
    }
  }

  private void start(Object options, Object promise, OutboundPermit permit) {
    try {
      Object future = Reentry.pass(options, () -> api.request(client, options));
      api.futures()
          .whenComplete(
              future,
              asyncResult -> {
                started(asyncResult, permit);
                api.futures().complete(promise, asyncResult);
              });
    } catch (Throwable thrown) {
      // The method would have thrown this to its caller, which has already returned.
      permit.close();
      api.futures().fail(promise, thrown);
    }
  }

  @Override
  public @Nullable Object reject(IOException why) {
    Object promise = api.futures().promise(api.context(client));
    Object result = resultOf(promise);
    api.futures().fail(promise, why);
    return result;
  }
}
