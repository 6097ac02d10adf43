package dev.penstock.instrument.vertx;

import org.jspecify.annotations.Nullable;

/** Finds or makes the exchange of a request of Vert.x at each hook. */
public final class VertxExchanges {
  /*
   * The key of a request is the response that it had at the first hook. Most wrappers of a request
   * share that response. A wrapper with its own response is found by its connection and stream.
   */
  private final ClassValue<VertxRequestApi> apis =
      new ClassValue<>() {
        @Override
        protected VertxRequestApi computeValue(Class<?> requestType) {
          return new VertxRequestApi(requestType);
        }
      };
  private final ExchangesByResponse<VertxExchange> byResponse = new ExchangesByResponse<>();
  private final ConnectionStreams streams = new ConnectionStreams();

  /**
   * Returns the exchange of a new request, or of one that resumes on arrival; null for others, and
   * if there is nothing to decide.
   */
  @Nullable VertxExchange arrived(Object handler, Object request) {
    VertxRequestApi api = apis.get(request.getClass());
    Object response = firstResponse(api, request);
    VertxExchange known = byResponse.get(response);
    if (known != null) {
      return known.resumesArrival() && !known.isCommitted() ? known : null;
    }
    VertxExchange exchange = new VertxExchange(api, handler, request, response);
    if (!byResponse.add(response, exchange)) {
      return null;
    }
    Object connection = api.connection(request);
    if (connection != null) {
      streams.add(connection, api.responses().streamId(response), response);
    }
    return exchange.isCommitted() ? null : exchange;
  }

  /** True if a request wants another protocol on its connection, such as WebSocket. */
  boolean requestsUpgrade(Object request) {
    return apis.get(request.getClass()).header(request, "Upgrade") != null;
  }

  /** The response that a request had at the first hook; its own if no hook has seen it. */
  private Object firstResponse(VertxRequestApi api, Object request) {
    Object own = api.response(request);
    Object connection = byResponse.has(own) ? null : api.connection(request);
    if (connection == null) {
      return own;
    }
    Object first = streams.get(connection, api.responses().streamId(own));
    // On HTTP/1 a complete response belongs to an earlier request of the connection.
    return first == null || api.responses().isOver(first) ? own : first;
  }

  /** The exchange of a request, wrapped or not; null if there is none or it was collected. */
  @Nullable VertxExchange exchangeOf(Object request) {
    return byResponse.get(firstResponse(apis.get(request.getClass()), request));
  }

  /** The exchange of a response; null if there is none or it was collected. */
  @Nullable VertxExchange exchangeOfResponse(Object response) {
    return byResponse.get(response);
  }
}
