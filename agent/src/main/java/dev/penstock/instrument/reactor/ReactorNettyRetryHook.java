package dev.penstock.instrument.reactor;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.RetryDetector;
import dev.penstock.instrument.RetryHook;
import dev.penstock.instrument.reactor.Monos.Word;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Hook for retries and redirects of Reactor Netty. */
public final class ReactorNettyRetryHook extends RetryHook {
  /*
   * Each request acquires a connection through the same handler object. It knows the present URL
   * but shows it only in its toString; all its members are private.
   *
   * A request that waits for a connection does not learn that the caller has cancelled: it gets a
   * connection and returns it. So a request that is held here keeps its turn in that case too.
   */
  private static final String HANDLER =
      "reactor.netty.http.client.HttpClientConnect$HttpClientHandler";
  private static final String URI = "{uri=";
  private static final String METHOD = ", method=";

  private final RetryDetector repeats = new RetryDetector();

  public ReactorNettyRetryHook() {
    super(
        "reactor-netty-retry",
        HookTarget.in(
            "reactor.netty.http.client.HttpConnectionProvider",
            "acquire",
            "(Lreactor/netty/transport/TransportConfig;Lreactor/netty/ConnectionObserver;"
                + "Ljava/util/function/Supplier;Lio/netty/resolver/AddressResolverGroup;)"
                + "Lreactor/core/publisher/Mono;",
            ADVICE));
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object provider, Object[] arguments) {
    Object handler = arguments[2];
    if (handler == null
        || !handler.getClass().getName().equals(HANDLER)
        || !repeats.recordsRetry(handler)) {
      return null;
    }
    String text = handler.toString();
    int end = text.lastIndexOf(METHOD);
    if (!text.startsWith(URI) || end < 0) {
      return null;
    }
    Supplier<?> nowhere = () -> null;
    RequestUrl url =
        RequestUrl.of(
            text.substring(URI.length(), end), /* base= */ null, /* secure= */ false, nowhere);
    if (url == null) {
      return null;
    }
    String sent = text.substring(end + METHOD.length(), text.length() - 1);
    AcquireApi api = AcquireApi.of(provider.getClass());
    Object said = api.connects().monos().said(api.context(arguments[1]), Word.REQUEST);
    return new AcquireRetry(api, provider, arguments, sent, url, said);
  }
}
