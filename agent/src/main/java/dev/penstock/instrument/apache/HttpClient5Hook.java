package dev.penstock.instrument.apache;

import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.RetryDetector;
import java.util.List;

/** Hook for calls of the blocking clients of Apache HttpClient 5. */
public final class HttpClient5Hook extends ClassicHook {
  /*
   * As in version 4. The third class is a blocking adapter of an asynchronous client and waits for
   * it with its own timeout, so its calls must be held here.
   */
  private static final String CLIENTS = "org.apache.hc.client5.http.impl.";
  private static final String DESCRIPTOR =
      "(Lorg/apache/hc/core5/http/HttpHost;Lorg/apache/hc/core5/http/ClassicHttpRequest;"
          + "Lorg/apache/hc/core5/http/protocol/HttpContext;)"
          + "Lorg/apache/hc/client5/http/impl/classic/CloseableHttpResponse;";

  public HttpClient5Hook(RetryDetector repeats) {
    super(repeats);
  }

  @Override
  ClassicApi bind(Class<?> client) {
    return ClassicApi.ofVersion5(client);
  }

  @Override
  public String name() {
    return "apache-client-5";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(CLIENTS + "classic.InternalHttpClient", "doExecute", DESCRIPTOR, ADVICE),
        HookTarget.in(CLIENTS + "classic.MinimalHttpClient", "doExecute", DESCRIPTOR, ADVICE),
        HookTarget.in(CLIENTS + "compat.ClassicToAsyncAdaptor", "doExecute", DESCRIPTOR, ADVICE));
  }
}
