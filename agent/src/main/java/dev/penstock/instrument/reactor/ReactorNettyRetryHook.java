package dev.penstock.instrument.reactor;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.OutboundHook;
import dev.penstock.instrument.RetryDetector;
import dev.penstock.instrument.reactor.Monos.Word;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Each request that Reactor Netty sends for its one call. */
public final class ReactorNettyRetryHook implements OutboundHook {
  /*
   * For each of them it asks for a connection, by way of the same object: the one that knows where
   * the call goes to by now, which is also what it says when it is written as text. All that is in
   * there is hidden otherwise.
   *
   * Who waits for a connection is not told if the caller loses interest meanwhile; it gets one, and
   * gives it back. So a request that is held here keeps its turn even then.
   */
  private static final String HANDLER =
      "reactor.netty.http.client.HttpClientConnect$HttpClientHandler";
  private static final String URI = "{uri=";
  private static final String METHOD = ", method=";

  private final RetryDetector repeats = new RetryDetector();

  @Override
  public String name() {
    return "reactor-netty-retry";
  }

  @Override
  public boolean isForRetries() {
    return true;
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
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
