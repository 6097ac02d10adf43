package dev.penstock.instrument.reactor;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.OutboundHook;
import dev.penstock.instrument.reactor.Monos.Word;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of Reactor Netty's HTTP client, which Spring's {@code WebClient} is mostly over. */
public final class ReactorNettyHook implements OutboundHook {
  /*
   * A client hands out a promise, and a call is made whenever somebody subscribes to it: not before,
   * and each time anew, as the operators that try again do. So the place is where that promise is
   * subscribed to. By then an address or header fields that were promised themselves have come; and
   * redirects, and the one more try when a kept connection turns out to be closed, are made inside.
   *
   * It is the same class with the same method in 1.0.0, 1.0.48, 1.1.31, 1.2.18 and 1.3.8.
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
