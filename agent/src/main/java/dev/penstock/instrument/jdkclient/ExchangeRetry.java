package dev.penstock.instrument.jdkclient;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.Reentry;
import dev.penstock.instrument.QueuedCallFuture;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A repeated request of a call: a redirect, an authentication response or a retry. */
final class ExchangeRetry extends SentRequest {
  private final Object exchange;

  ExchangeRetry(Object exchange) {
    super(JdkExchangeApi.request(exchange));
    this.exchange = exchange;
  }

  @Override
  public boolean isRetry() {
    return true;
  }

  @Override
  public Object subject() {
    return exchange;
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public CompletableFuture<?> suspend(OutboundPermit permit) {
    return QueuedCallFuture.of(
        permit, () -> Reentry.pass(exchange, this::respond), (answer, error) -> permit.close());
  }

  @SuppressWarnings("unchecked") // passed on unchanged
  private CompletableFuture<Object> respond() {
    return (CompletableFuture<Object>) JdkExchangeApi.respond(exchange);
  }

  @Override
  public CompletableFuture<?> reject(IOException why) {
    return CompletableFuture.failedFuture(why);
  }

  /** The request has only been sent; the call itself handles the response. */
  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    permit.close();
    return result;
  }
}
