package dev.penstock.instrument.ktorclient;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.Reentry;
import dev.penstock.instrument.AsyncWait;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.StarterThreads;
import dev.penstock.instrument.UrlCall;
import org.jspecify.annotations.Nullable;

/** A call of {@code CIOEngine.execute}. */
final class KtorCall extends UrlCall {
  private final KtorClientApi api;
  private final Object engine;
  private final Object request;
  private final Object continuation;
  private final boolean retry;

  KtorCall(KtorClientApi api, Object engine, Object[] arguments, boolean retry) {
    this(api, api.messages(), engine, arguments, api.messages().url(arguments[0]), retry);
  }

  private KtorCall(
      KtorClientApi api,
      KtorMessageApi messages,
      Object engine,
      Object[] arguments,
      Object url,
      boolean retry) {
    super(
        messages.method(arguments[0]),
        messages.scheme(url),
        messages.host(url),
        messages.port(url),
        messages.path(url),
        messages.query(url));
    this.api = api;
    this.engine = engine;
    request = arguments[0];
    continuation = arguments[1];
    this.retry = retry;
  }

  @Override
  public Object subject() {
    return request;
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
    return api.messages().header(request, name);
  }

  @Override
  public @Nullable String headerLines(String name) {
    return api.messages().headerLines(request, name);
  }

  @Override
  public Object[] arguments(Object[] original, OutboundPermit permit) {
    return new Object[] {request, observing(permit)};
  }

  private Object observing(OutboundPermit permit) {
    return api.continuations().observing(continuation, result -> ended(result, permit));
  }

  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    if (result != api.continuations().suspended()) {
      ended(result, permit);
    }
    return result;
  }

  private void ended(@Nullable Object result, OutboundPermit permit) {
    if (result != null && api.messages().isResponse(result)) {
      permit.responded(api.messages().received(result));
    }
    permit.close();
  }

  @Override
  public Object suspend(OutboundPermit permit) {
    AsyncWait wait = new AsyncWait(permit);
    wait.whenDecided(
        () -> StarterThreads.execute(() -> start(permit)),
        why -> StarterThreads.execute(() -> api.continuations().fail(continuation, why)));
    api.continuations()
        .onCancellation(
            continuation,
            why -> {
              if (wait.cancel()) {
                api.continuations().fail(continuation, why);
              }
            });
    return api.continuations().suspended();
  }

  private void start(OutboundPermit permit) {
    try {
      Object result = Reentry.pass(request, () -> api.execute(engine, request, observing(permit)));
      if (result != api.continuations().suspended()) {
        ended(result, permit);
        api.continuations().resume(continuation, result);
      }
    } catch (Throwable thrown) {
      permit.close();
      api.continuations().fail(continuation, Handles.original(thrown));
    }
  }
}
