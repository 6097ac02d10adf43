package dev.penstock.instrument.jdkclient;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.RetryHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hook for retries and redirects of {@code java.net.http.HttpClient}. */
public final class HttpClientRetryHook extends RetryHook {
  public HttpClientRetryHook() {
    super(
        "http-client-retry",
        HookTarget.in(
            "jdk.internal.net.http.Exchange",
            "responseAsync",
            "()Ljava/util/concurrent/CompletableFuture;",
            ADVICE));
  }

  @Override
  public List<String> opens() {
    return List.of("java.net.http/jdk.internal.net.http");
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object exchange, Object[] arguments) {
    return JdkExchangeApi.isRepeated(exchange) ? new ExchangeRetry(exchange) : null;
  }
}
