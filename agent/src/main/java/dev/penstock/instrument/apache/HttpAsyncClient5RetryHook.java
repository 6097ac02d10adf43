package dev.penstock.instrument.apache;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.RetryDetector;
import dev.penstock.instrument.RetryHook;
import org.jspecify.annotations.Nullable;

/** Hook for retries and redirects of the asynchronous clients of Apache HttpClient 5. */
public final class HttpAsyncClient5RetryHook extends RetryHook {
  /*
   * As for the classic clients, this is the chain handler that requests a connection. It is public,
   * so it can be called again after a request has waited for its turn.
   */
  private static final String EXEC = "org.apache.hc.client5.http.impl.async.AsyncConnectExec";
  private static final String DESCRIPTOR =
      "(Lorg/apache/hc/core5/http/HttpRequest;"
          + "Lorg/apache/hc/core5/http/nio/AsyncEntityProducer;"
          + "Lorg/apache/hc/client5/http/async/AsyncExecChain$Scope;"
          + "Lorg/apache/hc/client5/http/async/AsyncExecChain;"
          + "Lorg/apache/hc/client5/http/async/AsyncExecCallback;)V";
  private static final int SCOPE = 2;

  private final RetryDetector repeats = new RetryDetector();

  public HttpAsyncClient5RetryHook() {
    super("apache-async-client-5-retry", HookTarget.in(EXEC, "execute", DESCRIPTOR, ADVICE));
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object exec, Object[] arguments) {
    AsyncApi5 api = AsyncApi5.of(exec.getClass());
    return repeats.recordsRetry(api.dependency(arguments[SCOPE]))
        ? AsyncCall5.further(api, exec, arguments)
        : null;
  }
}
