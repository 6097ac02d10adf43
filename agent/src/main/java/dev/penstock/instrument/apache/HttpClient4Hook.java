package dev.penstock.instrument.apache;

import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.RetryDetector;
import java.util.List;

/** Calls of Apache HttpClient 4.3 to 4.5. */
public final class HttpClient4Hook extends ClassicHook {
  /*
   * Whatever way a call is made, it ends in this one method of the client, which follows redirects
   * and tries again by itself. All timeouts start inside. Clients of others around a client of the
   * library's lead to one of these, so only these are woven and a call comes by once.
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
