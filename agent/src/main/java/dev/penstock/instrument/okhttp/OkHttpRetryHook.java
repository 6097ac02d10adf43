package dev.penstock.instrument.okhttp;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.RetryHook;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Hook for retries and redirects of OkHttp, from 3.9 on. */
public final class OkHttpRetryHook extends RetryHook {
  private final OkHttpCalls calls;
  private final ClassValue<Chain> chains =
      new ClassValue<>() {
        @Override
        protected Chain computeValue(Class<?> type) {
          Handles chain = new Handles(Handles.sibling(type, "okhttp3.Interceptor$Chain"));
          return new Chain(chain.bindIfPresent("call"), chain.bindAny("request"));
        }
      };

  public OkHttpRetryHook(OkHttpCalls calls) {
    // After the cache and before the connection, on the thread of the call.
    super(
        "okhttp-retry",
        HookTarget.in(
            "okhttp3.internal.connection.ConnectInterceptor",
            "intercept",
            "(Lokhttp3/Interceptor$Chain;)Lokhttp3/Response;",
            ADVICE));
    this.calls = calls;
  }

  @Override
  public @Nullable OutboundCall outboundCall(
      String method, Object interceptor, Object[] arguments) {
    Chain chain = chains.get(interceptor.getClass());
    return chain.call() == null
        ? null
        : calls.sent(
            Handles.get(chain.call(), arguments[0]), Handles.get(chain.request(), arguments[0]));
  }

  /**
   * The methods of an interceptor chain.
   *
   * @param call null until 3.8, where a chain does not know its call
   */
  private record Chain(@Nullable MethodHandle call, MethodHandle request) {}
}
