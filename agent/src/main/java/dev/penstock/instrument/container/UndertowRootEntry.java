package dev.penstock.instrument.container;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.container.UndertowConnectionApi.Addresses;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Makes exchanges of the requests that Undertow passes to a root handler. */
final class UndertowRootEntry {
  /*
   * The first call for a request marks its exchange. Handlers that dispatch a request to another
   * thread cause further calls, which find the mark. It is an UndertowExchange if rules have
   * applied here, and true if they apply at the servlets.
   */
  private final UndertowHandlers handlers;
  private final ClassValue<UndertowApi> apis =
      new ClassValue<>() {
        @Override
        protected UndertowApi computeValue(Class<?> exchangeType) {
          return new UndertowApi(exchangeType);
        }
      };

  /** Requests that may continue as the first stream of HTTP/2, by their connections. */
  private final ConcurrentMap<Addresses, UndertowExchange> upgrading = new ConcurrentHashMap<>();

  UndertowRootEntry(HiddenHandlers hiddenHandlers) {
    handlers = new UndertowHandlers(hiddenHandlers);
  }

  /** Returns the exchange of a request; null if there is nothing to decide here. */
  @Nullable InboundExchange exchange(Object handler, Object serverExchange) {
    UndertowApi api = apis.get(serverExchange.getClass());
    Object mark = api.mark(serverExchange);
    if (mark != null) {
      return mark instanceof UndertowExchange known && known.resumes() && !known.isCommitted()
          ? known
          : null;
    }
    if (handlers.leadToServlets(handler, api.reader().relativePath(serverExchange))) {
      api.setMark(serverExchange, true);
      return null;
    }
    UndertowExchange upgraded = upgraded(api, serverExchange);
    if (upgraded != null) {
      api.setMark(serverExchange, upgraded);
      upgraded.continueAs(serverExchange);
      return null;
    }
    return first(api, handler, serverExchange);
  }

  private @Nullable UndertowExchange first(UndertowApi api, Object handler, Object serverExchange) {
    UndertowExchange exchange = new UndertowExchange(api, handler, serverExchange);
    api.setMark(serverExchange, exchange);
    if (exchange.wantsHttp2()) {
      Addresses addresses = api.connections().addresses(serverExchange);
      if (upgrading.put(addresses, exchange) == null) {
        api.connections().onClose(serverExchange, () -> abandon(addresses));
      }
    }
    return exchange.isCommitted() ? null : exchange;
  }

  private void abandon(Addresses addresses) {
    UndertowExchange left = upgrading.remove(addresses);
    if (left != null) {
      left.abandon();
    }
  }

  /** The request of HTTP/1.1 that has become this stream of HTTP/2; null if there is none. */
  private @Nullable UndertowExchange upgraded(UndertowApi api, Object serverExchange) {
    return upgrading.isEmpty() || !api.reader().isHttp2(serverExchange)
        ? null
        : upgrading.remove(api.connections().addresses(serverExchange));
  }

  /**
   * True if rules have applied to a request here that has reached another hook all the same. Later
   * requests of its root handler will wait for that hook.
   */
  boolean hasDecided(Object serverExchange) {
    if (!(apis.get(serverExchange.getClass()).mark(serverExchange)
        instanceof UndertowExchange decided)) {
      return false;
    }
    handlers.rememberAsLeading(decided.handler());
    return true;
  }
}
