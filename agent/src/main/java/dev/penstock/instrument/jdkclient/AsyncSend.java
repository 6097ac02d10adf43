package dev.penstock.instrument.jdkclient;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.Reentry;
import dev.penstock.instrument.QueuedCallFuture;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A call of {@code HttpClient.sendAsync}. */
final class AsyncSend extends SentRequest {
  private final HttpClient facade;
  private final Object[] arguments;

  AsyncSend(Object facade, Object[] arguments) {
    super((HttpRequest) arguments[0]);
    this.facade = (HttpClient) facade;
    this.arguments = arguments;
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public CompletableFuture<?> suspend(OutboundPermit permit) {
    return QueuedCallFuture.of(
        permit,
        () -> Reentry.pass(request(), this::send),
        (answer, error) -> ended(answer, permit));
  }

  @SuppressWarnings("unchecked") // passed on unchanged
  private CompletableFuture<HttpResponse<Object>> send() {
    var body = (HttpResponse.BodyHandler<Object>) arguments[1];
    return arguments.length == 2
        ? facade.sendAsync(request(), body)
        : facade.sendAsync(request(), body, (HttpResponse.PushPromiseHandler<Object>) arguments[2]);
  }

  /**
   * Fails the future a little later, on the default pool of the client. The client never returns a
   * future that has already failed, and some callers would then retry at once.
   */
  @Override
  public CompletableFuture<?> reject(IOException why) {
    CompletableFuture<Object> promise = new CompletableFuture<>();
    promise.defaultExecutor().execute(() -> promise.completeExceptionally(why));
    return promise;
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the application uses it
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    if (!(result instanceof CompletableFuture<?> promise)) {
      permit.close();
      return result;
    }
    promise.whenComplete((answer, error) -> ended(answer, permit));
    return result;
  }

  private static void ended(@Nullable Object answer, OutboundPermit permit) {
    if (answer instanceof HttpResponse<?> response) {
      permit.responded(new Received(response));
    }
    permit.close();
  }
}
