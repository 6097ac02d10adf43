package dev.penstock.instrument.apache;

import dev.penstock.instrument.ClientHook;
import dev.penstock.instrument.Outgoing;
import dev.penstock.instrument.Repeats;
import dev.penstock.instrument.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of the classic clients of Apache HttpClient 5. */
public final class HttpClient5Hook implements ClientHook {
  /*
   * As in version 4. The third is a classic face of an asynchronous client, which waits for that one
   * with a timeout of its own; so its calls have to be held here.
   */
  private static final String CLIENTS = "org.apache.hc.client5.http.impl.";
  private static final String DESCRIPTOR =
      "(Lorg/apache/hc/core5/http/HttpHost;Lorg/apache/hc/core5/http/ClassicHttpRequest;"
          + "Lorg/apache/hc/core5/http/protocol/HttpContext;)"
          + "Lorg/apache/hc/client5/http/impl/classic/CloseableHttpResponse;";
  private static final int CONTEXT = 2;

  private static final ClassValue<Api> APIS =
      new ClassValue<>() {
        @Override
        protected Api computeValue(Class<?> client) {
          return new Api(Messages.ofVersion5(client), CallingOff.ofVersion5(client));
        }
      };

  private final Repeats repeats;

  public HttpClient5Hook(Repeats repeats) {
    this.repeats = repeats;
  }

  /** The library of one application. */
  private record Api(Messages messages, CallingOff callingOff) {}

  @Override
  public String name() {
    return "apache-client-5";
  }

  @Override
  public List<Target> targets() {
    return List.of(
        Target.in(CLIENTS + "classic.InternalHttpClient", "doExecute", DESCRIPTOR, ADVICE),
        Target.in(CLIENTS + "classic.MinimalHttpClient", "doExecute", DESCRIPTOR, ADVICE),
        Target.in(CLIENTS + "compat.ClassicToAsyncAdaptor", "doExecute", DESCRIPTOR, ADVICE));
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
