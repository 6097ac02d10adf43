package dev.penstock.instrument.ktorclient;

import dev.penstock.http.OutboundCall;
import dev.penstock.http.Reentry;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.OutboundHook;
import dev.penstock.instrument.RetryDetector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hook for calls of Ktor's client with its engine CIO. */
public final class KtorClientHook implements OutboundHook {
  /*
   * The other engines use clients that have their own hooks. The method is a suspend function: it
   * returns the response or a marker, and in the second case the continuation receives the
   * response. The method is called again, without a request, to resume at a suspension point.
   * Redirects share the job of their call.
   */
  private final RetryDetector retries = new RetryDetector();

  @Override
  public String name() {
    return "ktor-client";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(
            KtorClientApi.ENGINE,
            "execute",
            "(Lio/ktor/client/request/HttpRequestData;Lkotlin/coroutines/Continuation;)"
                + "Ljava/lang/Object;",
            ADVICE));
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object engine, Object[] arguments) {
    Object request = arguments[0];
    if (request == null || Reentry.isPassing(request)) {
      return null;
    }
    KtorClientApi api = KtorClientApi.of(engine.getClass());
    boolean retry = retries.recordsRetry(api.messages().job(request));
    return new KtorCall(api, engine, arguments, retry);
  }
}
