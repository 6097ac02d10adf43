package dev.penstock.instrument.reactor;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.OutboundHook;
import dev.penstock.instrument.reactor.Monos.Word;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hook for calls of the Reactor Netty client, the usual transport of {@code WebClient}. */
public final class ReactorNettyHook implements OutboundHook {
  /*
   * A client returns a Mono, and each subscription to it makes a call; retry operators subscribe
   * again. So the hook is at the subscription. Deferred addresses and header fields are known by
   * then. Redirects, and the retry when a pooled connection turns out to be closed, happen inside.
   *
   * Class and method are the same in 1.0.0, 1.0.48, 1.1.31, 1.2.18 and 1.3.8.
   */
  @Override
  public String name() {
    return "reactor-netty";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(ConnectApi.CONNECT, "subscribe", "(Lreactor/core/CoreSubscriber;)V", ADVICE));
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object connect, Object[] arguments) {
    Object subscriber = arguments[0];
    ConnectApi api = ConnectApi.of(connect.getClass());
    if (subscriber == null) {
      return null;
    }
    Object context = api.monos().context(subscriber);
    if (api.monos().said(context, Word.GOING) == connect) {
      return null;
    }
    Object config = api.config(connect);
    RequestUrl url = api.url(config);
    return url == null
        ? null
        : new ConnectCall(
            api, connect, subscriber, config, url, api.monos().said(context, Word.REQUEST));
  }
}
