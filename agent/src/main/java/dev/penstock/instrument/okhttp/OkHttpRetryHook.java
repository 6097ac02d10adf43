package dev.penstock.instrument.okhttp;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.OutboundHook;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Each request that OkHttp sends for a call but the first, from 3.9 on. */
public final class OkHttpRetryHook implements OutboundHook {
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
    this.calls = calls;
  }

  @Override
  public String name() {
    return "okhttp-retry";
  }

  @Override
  public boolean isForRetries() {
    return true;
  }

  /** Behind the cache and before there is a connection, where the thread is the call's own. */
  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(
            "okhttp3.internal.connection.ConnectInterceptor",
            "intercept",
            "(Lokhttp3/Interceptor$Chain;)Lokhttp3/Response;",
            ADVICE));
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
   * What leads from one interceptor to the next, and tells what it is for.
   *
   * @param call null until 3.8, where a request does not tell which call it is for
   */
  private record Chain(@Nullable MethodHandle call, MethodHandle request) {}
}
