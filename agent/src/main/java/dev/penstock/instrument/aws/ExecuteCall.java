package dev.penstock.instrument.aws;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.OutboundResponse;
import dev.penstock.http.Reentry;
import dev.penstock.instrument.InterfaceProxy;
import dev.penstock.instrument.UrlCall;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A call of {@code execute}. */
final class ExecuteCall extends UrlCall {
  private final ExecuteApi api;
  private final Object client;
  private final Object call;
  private final Object request;

  ExecuteCall(ExecuteApi api, Object client, Object call, Object request) {
    super(api.method(request), api.uri(request));
    this.api = api;
    this.client = client;
    this.call = call;
    this.request = request;
  }

  @Override
  public Object subject() {
    return call;
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public @Nullable String header(String name) {
    return api.field(request, name, /* allLines= */ false);
  }

  @Override
  public @Nullable String headerLines(String name) {
    return api.field(request, name, /* allLines= */ true);
  }

  @Override
  public CompletableFuture<?> suspend(OutboundPermit permit) {
    Object heard = heardBy(permit);
    return new HeldExecution(
            permit,
            () -> Reentry.pass(heard, () -> api.execute(client, heard)),
            error -> api.fail(api.handler(heard), error))
        .future();
  }

  @Override
  public CompletableFuture<?> reject(IOException why) {
    api.fail(api.handler(call), why);
    return CompletableFuture.failedFuture(why);
  }

  @Override
  public Object[] arguments(Object[] original, OutboundPermit permit) {
    return new Object[] {heardBy(permit)};
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the application uses it
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    if (result instanceof CompletableFuture<?> promise) {
      promise.whenComplete((nothing, error) -> permit.close());
    } else {
      permit.close();
    }
    return result;
  }

  /** Returns a copy of the call whose response also reaches the permit. */
  private Object heardBy(OutboundPermit permit) {
    Object listening =
        InterfaceProxy.observing(
            api.handlerType(),
            api.handler(call),
            (method, arguments) -> {
              if (method.equals("onHeaders")) {
                permit.responded(new Received(api, arguments[0]));
              }
            });
    return api.withHandler(call, listening);
  }

  /** The response. */
  private record Received(ExecuteApi api, Object response) implements OutboundResponse {
    @Override
    public int status() {
      return api.status(response);
    }

    @Override
    public @Nullable String field(String name) {
      return api.field(response, name, /* allLines= */ true);
    }
  }
}
