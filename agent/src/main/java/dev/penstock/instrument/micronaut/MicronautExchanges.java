package dev.penstock.instrument.micronaut;

import dev.penstock.instrument.server.ConnectionRequests;
import org.jspecify.annotations.Nullable;

/** Finds or makes the exchange of a request of Micronaut at each hook. */
final class MicronautExchanges {
  /*
   * On arrival, a request has no object of Micronaut yet, but an object to respond with. A watched
   * one takes its place and knows the exchange. Later, an attribute of the request has it.
   */
  private static final ClassValue<MicronautApi> SERVERS =
      new ClassValue<>() {
        @Override
        protected MicronautApi computeValue(Class<?> handlerType) {
          return new MicronautApi(handlerType);
        }
      };

  private static final ClassValue<MicronautRouteApi> ROUTES =
      new ClassValue<>() {
        @Override
        protected MicronautRouteApi computeValue(Class<?> requestType) {
          return new MicronautRouteApi(requestType);
        }
      };

  private static final ConnectionRequests CONNECTIONS = new ConnectionRequests();

  private MicronautExchanges() {}

  /**
   * The exchange of a new request, or of one that returns with a decision; null for others.
   *
   * @param arguments the context, the request of Netty, its body, and the object to respond with
   */
  static @Nullable MicronautExchange arrived(Object handler, Object[] arguments) {
    MicronautExchange known = WatchedOutbound.exchangeOf(arguments[3]);
    if (known != null) {
      return known.resumesArrival() ? known : null;
    }
    MicronautApi api = SERVERS.get(handler.getClass());
    return new MicronautExchange(api, CONNECTIONS, handler, arguments.clone());
  }

  /**
   * The exchange of a request that has rules left to decide at its route; null if there is none.
   *
   * @param arguments the request, its context, and the route
   */
  static @Nullable MicronautExchange routed(Object lifecycle, Object[] arguments) {
    MicronautRouteApi api = ROUTES.get(arguments[0].getClass());
    MicronautExchange exchange = api.exchangeOf(arguments[0]);
    String template = exchange == null ? null : api.template(arguments[2]);
    if (exchange == null || template == null || exchange.attachment() == null) {
      return null;
    }
    exchange.reach(new RoutedExecution(api, lifecycle, arguments.clone(), template));
    return exchange;
  }

  /** Stores the exchange with the request that Micronaut has made of it. */
  static void attach(Object request, MicronautExchange exchange) {
    ROUTES.get(request.getClass()).setExchange(request, exchange);
  }

  /** Reports that the response to a request is complete. */
  static void responseWritten(Object request) {
    MicronautExchange exchange = ROUTES.get(request.getClass()).exchangeOf(request);
    if (exchange != null) {
      exchange.responseWritten();
    }
  }
}
