package dev.penstock.instrument.apache;

import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.RetryDetector;
import java.util.List;

/** Calls of the classic clients of Apache HttpClient 5. */
public final class HttpClient5Hook extends ClassicHook {
  /*
   * As in version 4. The third is a classic face of an asynchronous client, which waits for that one
   * with a timeout of its own; so its calls have to be held here.
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
