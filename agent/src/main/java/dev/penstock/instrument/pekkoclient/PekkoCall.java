package dev.penstock.instrument.pekkoclient;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.Reentry;
import dev.penstock.instrument.QueuedCallFuture;
import dev.penstock.instrument.UrlCall;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A call of {@code singleRequest}. */
final class PekkoCall extends UrlCall {
  private final PekkoClientApi api;
  private final Object client;
  private final Object[] arguments;

  PekkoCall(PekkoClientApi api, Object client, Object[] arguments) {
    this(api, api.messages(), client, arguments, api.messages().uri(arguments[0]));
  }

  private PekkoCall(
      PekkoClientApi api, PekkoMessageApi messages, Object client, Object[] arguments, Object uri) {
    super(
        messages.method(arguments[0]),
        messages.scheme(uri),
        messages.host(uri),
        messages.port(uri),
        messages.path(uri),
        messages.query(uri));
    this.api = api;
    this.client = client;
    this.arguments = arguments;
  }

  @Override
  public Object subject() {
    return arguments[0];
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public @Nullable String header(String name) {
    return api.messages().header(arguments[0], name);
  }

  @Override
  public @Nullable String headerLines(String name) {
    return api.messages().headerLines(arguments[0], name);
  }

  @Override
  public Object suspend(OutboundPermit permit) {
    return api.asScala(
        QueuedCallFuture.of(
            permit,
            () -> Reentry.pass(subject(), this::send),
            (response, error) -> ended(response, permit)));
  }

  @SuppressWarnings("unchecked") // passed on unchanged
  private CompletableFuture<Object> send() {
    return (CompletableFuture<Object>) api.send(client, arguments).toCompletableFuture();
  }

  @Override
  public Object reject(IOException why) {
    return api.asScala(CompletableFuture.failedFuture(why));
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the application uses the original future
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    if (result == null) {
      permit.close();
    } else {
      api.asJava(result).whenComplete((response, error) -> ended(response, permit));
    }
    return result;
  }

  private void ended(@Nullable Object response, OutboundPermit permit) {
    if (response != null) {
      permit.responded(api.messages().received(response));
    }
    permit.close();
  }
}
