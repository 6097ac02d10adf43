package dev.penstock.instrument.apache;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.RetryDetector;
import dev.penstock.instrument.RetryHook;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Hook for retries and redirects of Apache HttpClient 4.3 to 4.5. */
public final class HttpClient4RetryHook extends RetryHook {
  /*
   * The end of the chain, where a connection is requested. Redirects and retries pass through here
   * on the thread of the call, without a connection. A response to an authentication challenge does
   * not: it is sent at once on the same connection.
   */
  private static final String EXEC = "org.apache.http.impl.execchain.MainClientExec";
  private static final String DESCRIPTOR =
      "(Lorg/apache/http/conn/routing/HttpRoute;"
          + "Lorg/apache/http/client/methods/HttpRequestWrapper;"
          + "Lorg/apache/http/client/protocol/HttpClientContext;"
          + "Lorg/apache/http/client/methods/HttpExecutionAware;)"
          + "Lorg/apache/http/client/methods/CloseableHttpResponse;";
  private static final int CONTEXT = 2;
  private static final int ORIGINAL = 3;

  private static final ClassValue<Api> APIS =
      new ClassValue<>() {
        @Override
        protected Api computeValue(Class<?> exec) {
          Class<?> route = Handles.sibling(exec, "org.apache.http.conn.routing.HttpRoute");
          return new Api(ClassicApi.ofVersion4(exec), new Handles(route).bindAny("getTargetHost"));
        }
      };

  private final RetryDetector repeats;

  public HttpClient4RetryHook(RetryDetector repeats) {
    super("apache-client-4-retry", HookTarget.in(EXEC, "execute", DESCRIPTOR, ADVICE));
    this.repeats = repeats;
  }

  /** The handles for one copy of the library. */
  private record Api(ClassicApi classic, MethodHandle targetHost) {}

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object exec, Object[] arguments) {
    if (!repeats.recordsRetry(arguments[CONTEXT])) {
      return null;
    }
    Api api = APIS.get(exec.getClass());
    Object host = Handles.get(api.targetHost(), arguments[0]);
    return ClassicCall.further(api.classic(), host, arguments[1], arguments[ORIGINAL]);
  }
}
