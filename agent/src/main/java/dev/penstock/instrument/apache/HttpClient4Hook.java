package dev.penstock.instrument.apache;

import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.RetryDetector;
import java.util.List;

/** Hook for calls of Apache HttpClient 4.3 to 4.5. */
public final class HttpClient4Hook extends ClassicHook {
  /*
   * All variants of a call lead to this method, which follows redirects and retries by itself. All
   * timeouts start inside. Wrappers around these clients end here too, so only these classes are
   * instrumented and each call is seen once.
   */
  private static final String CLIENTS = "org.apache.http.impl.client.";
  private static final String DESCRIPTOR =
      "(Lorg/apache/http/HttpHost;Lorg/apache/http/HttpRequest;"
          + "Lorg/apache/http/protocol/HttpContext;)"
          + "Lorg/apache/http/client/methods/CloseableHttpResponse;";

  public HttpClient4Hook(RetryDetector repeats) {
    super(repeats);
  }

  @Override
  ClassicApi bind(Class<?> client) {
    return ClassicApi.ofVersion4(client);
  }

  @Override
  public String name() {
    return "apache-client-4";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(CLIENTS + "InternalHttpClient", "doExecute", DESCRIPTOR, ADVICE),
        HookTarget.in(CLIENTS + "MinimalHttpClient", "doExecute", DESCRIPTOR, ADVICE),
        HookTarget.in(CLIENTS + "AbstractHttpClient", "doExecute", DESCRIPTOR, ADVICE));
  }
}
