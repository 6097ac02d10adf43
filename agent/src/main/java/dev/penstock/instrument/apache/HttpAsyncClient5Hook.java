package dev.penstock.instrument.apache;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.OutboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hook for calls of the asynchronous clients of Apache HttpClient 5.1 and later, HTTP/2 included.
 */
public final class HttpAsyncClient5Hook implements OutboundHook {
  /*
   * The application passes a producer, which has sent its request before this method is called.
   * Here request and route are known, nothing else has happened, and the future of the application
   * exists already. Version 5.3 has added a parameter to the method.
   */
  private static final String CLIENT =
      "org.apache.hc.client5.http.impl.async.InternalAbstractHttpAsyncClient";
  private static final String METHOD = "executeImmediate";
  private static final String REQUEST_AND_SCOPE =
      "(Lorg/apache/hc/core5/http/HttpRequest;"
          + "Lorg/apache/hc/core5/http/nio/AsyncEntityProducer;"
          + "Lorg/apache/hc/client5/http/async/AsyncExecChain$Scope;";
  private static final String CHAIN = "Lorg/apache/hc/client5/http/async/AsyncExecChain;";
  private static final String CALLBACK = "Lorg/apache/hc/client5/http/async/AsyncExecCallback;)V";

  @Override
  public String name() {
    return "apache-async-client-5";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(CLIENT, METHOD, REQUEST_AND_SCOPE + CALLBACK, ADVICE),
        HookTarget.in(CLIENT, METHOD, REQUEST_AND_SCOPE + CHAIN + CALLBACK, ADVICE));
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object client, Object[] arguments) {
    return AsyncCall5.first(AsyncApi5.of(client.getClass()), arguments);
  }
}
