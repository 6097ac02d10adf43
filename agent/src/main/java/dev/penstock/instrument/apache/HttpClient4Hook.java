package dev.penstock.instrument.apache;

import dev.penstock.instrument.ClientHook;
import dev.penstock.instrument.Outgoing;
import dev.penstock.instrument.Repeats;
import dev.penstock.instrument.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of Apache HttpClient 4.3 to 4.5. */
public final class HttpClient4Hook implements ClientHook {
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
  private static final int CONTEXT = 2;

  private static final ClassValue<Api> APIS =
      new ClassValue<>() {
        @Override
        protected Api computeValue(Class<?> client) {
          return new Api(Messages.ofVersion4(client), CallingOff.ofVersion4(client));
        }
      };

  private final Repeats repeats;

  public HttpClient4Hook(Repeats repeats) {
    this.repeats = repeats;
  }

  /** The library of one application. */
  private record Api(Messages messages, CallingOff callingOff) {}

  @Override
  public String name() {
    return "apache-client-4";
  }

  @Override
  public List<Target> targets() {
    return List.of(
        Target.in(CLIENTS + "InternalHttpClient", "doExecute", DESCRIPTOR, ADVICE),
        Target.in(CLIENTS + "MinimalHttpClient", "doExecute", DESCRIPTOR, ADVICE),
        Target.in(CLIENTS + "AbstractHttpClient", "doExecute", DESCRIPTOR, ADVICE));
  }

  @Override
  public @Nullable Outgoing outgoing(String method, Object client, Object[] arguments) {
    if (arguments[1] == null) {
      return null; // the client will say what it thinks of that
    }
    repeats.start(arguments[CONTEXT]);
    Api api = APIS.get(client.getClass());
    return ClassicCall.first(api.messages(), api.callingOff(), arguments[0], arguments[1]);
  }
}
