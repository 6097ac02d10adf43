package dev.penstock.instrument.apache;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.RetryDetector;
import dev.penstock.instrument.RetryHook;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/** Hook for retries and redirects of the blocking clients of Apache HttpClient 5. */
public final class HttpClient5RetryHook extends RetryHook {
  /*
   * The chain handler that requests a connection. It is behind all handlers that repeat a request:
   * redirects, retries, and responses to authentication challenges, which reuse their connection.
   * The client has registered its own cancellation listener by then, which must not be replaced.
   */
  private static final String EXEC = "org.apache.hc.client5.http.impl.classic.ConnectExec";
  private static final String DESCRIPTOR =
      "(Lorg/apache/hc/core5/http/ClassicHttpRequest;"
          + "Lorg/apache/hc/client5/http/classic/ExecChain$Scope;"
          + "Lorg/apache/hc/client5/http/classic/ExecChain;)"
          + "Lorg/apache/hc/core5/http/ClassicHttpResponse;";

  private static final ClassValue<Api> APIS =
      new ClassValue<>() {
        @Override
        protected Api computeValue(Class<?> exec) {
          Class<?> route = Handles.sibling(exec, "org.apache.hc.client5.http.HttpRoute");
          Handles scope =
              new Handles(
                  Handles.sibling(exec, "org.apache.hc.client5.http.classic.ExecChain$Scope"));
          return new Api(
              ClassicApi.ofVersion5(exec),
              scope.bindField("clientContext"),
              MethodHandles.filterReturnValue(
                  scope.bindField("route"), new Handles(route).bindAny("getTargetHost")));
        }
      };

  private final RetryDetector repeats;

  public HttpClient5RetryHook(RetryDetector repeats) {
    super("apache-client-5-retry", HookTarget.in(EXEC, "execute", DESCRIPTOR, ADVICE));
    this.repeats = repeats;
  }

  /** The handles for one copy of the library. */
  private record Api(ClassicApi classic, MethodHandle context, MethodHandle targetHost) {}

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object exec, Object[] arguments) {
    Api api = APIS.get(exec.getClass());
    Object scope = arguments[1];
    if (!repeats.recordsRetry(Handles.get(api.context(), scope))) {
      return null;
    }
    Object host = Handles.get(api.targetHost(), scope);
    return ClassicCall.further(api.classic(), host, arguments[0], /* original= */ null);
  }
}
