package dev.penstock.instrument.armeriaclient;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.Reentry;
import dev.penstock.instrument.AsyncWait;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.UrlCall;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** A request of an Armeria client. */
final class ArmeriaCall extends UrlCall {
  /*
   * A held request gets a response that follows the real one later. A request that is rejected or
   * cancelled during the wait is passed to the library as well, which fails it before it connects,
   * and releases its body.
   */
  private final ArmeriaClientApi api;
  private final Object client;
  private final Object context;
  private final Object request;
  private final boolean retry;

  ArmeriaCall(ArmeriaClientApi api, Object client, Object[] arguments) {
    this(api, client, arguments, api.contexts().uri(arguments[0]));
  }

  private ArmeriaCall(ArmeriaClientApi api, Object client, Object[] arguments, URI uri) {
    super(
        api.contexts().method(arguments[0]),
        api.contexts().scheme(arguments[0]),
        uri.getHost() == null ? uri.getRawAuthority() : uri.getHost(),
        uri.getPort(),
        uri.getRawPath(),
        uri.getRawQuery());
    this.api = api;
    this.client = client;
    context = arguments[0];
    request = arguments[1];
    retry = api.logs().isRepeated(api.contexts().log(context));
  }

  @Override
  public Object subject() {
    return context;
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
    return api.header(request, name);
  }

  @Override
  public @Nullable String headerLines(String name) {
    return api.headerLines(request, name);
  }

  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    api.logs().observe(api.contexts().log(context), permit);
    return result;
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the application uses other futures
  public Object suspend(OutboundPermit permit) {
    AsyncWait wait = new AsyncWait(permit);
    CompletableFuture<Object> later = new CompletableFuture<>();
    Object response = api.deferred(later, context);
    Runnable pass = () -> onEventLoop(() -> send(later, permit));
    wait.whenDecided(pass, why -> onEventLoop(() -> refuse(later, why)));
    api.contexts()
        .cancellation(context)
        .thenRun(
            () -> {
              if (wait.cancel()) {
                pass.run();
              }
            });
    api.end(response)
        .whenComplete(
            (nothing, aborted) -> {
              if (aborted != null && wait.cancel()) {
                api.contexts().cancel(context, aborted);
                pass.run();
              }
            });
    return response;
  }

  private void onEventLoop(Runnable task) {
    try {
      api.contexts().eventLoop(context).execute(task);
    } catch (RejectedExecutionException stopped) {
      task.run();
    }
  }

  private void refuse(CompletableFuture<Object> later, IOException why) {
    api.contexts().cancel(context, why);
    pass(later);
  }

  private void send(CompletableFuture<Object> later, OutboundPermit permit) {
    api.logs().observe(api.contexts().log(context), permit);
    pass(later);
  }

  private void pass(CompletableFuture<Object> later) {
    try {
      later.complete(Reentry.pass(context, () -> api.execute(client, context, request)));
    } catch (Throwable thrown) {
      // The method would have thrown this to its caller, which has already returned.
      Throwable original = Handles.original(thrown);
      api.contexts().cancel(context, original);
      later.completeExceptionally(original);
    }
  }
}
