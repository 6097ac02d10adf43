package dev.penstock.instrument.jdkclient;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.Reentry;
import dev.penstock.instrument.HeaderLines;
import dev.penstock.instrument.QueuedCallFuture;
import dev.penstock.instrument.UrlCall;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A repeated request of a call: a redirect, an authentication response or a retry. */
final class ExchangeRetry extends UrlCall {
  private final Object exchange;
  private final HttpHeaders headers;

  ExchangeRetry(Object exchange) {
    this(exchange, JdkExchangeApi.request(exchange));
  }

  private ExchangeRetry(Object exchange, HttpRequest request) {
    super(request.method(), request.uri());
    this.exchange = exchange;
    headers = request.headers();
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

  @Override
  public @Nullable String header(String name) {
    return headers.firstValue(name).orElse(null);
  }

  @Override
  public @Nullable String headerLines(String name) {
    return HeaderLines.joined(headers.allValues(name));
  }
}
