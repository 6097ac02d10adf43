package dev.penstock.instrument.vertx;

import org.jspecify.annotations.Nullable;

/** Requests of Vert.x as calls, wherever on their way they are met. */
public final class VertxExchanges {
  /*
   * A request is known by the response it had when it was met first. Most wrappers of a request
   * share that response. A wrapper that has one of its own is traced back to it by its stream.
   */
  private final ClassValue<VertxRequestApi> apis =
      new ClassValue<>() {
        @Override
        protected VertxRequestApi computeValue(Class<?> requestType) {
          return new VertxRequestApi(requestType);
        }
      };
  private final WeakMarks<VertxExchange> marks = new WeakMarks<>();
  private final ConnectionStreams streams = new ConnectionStreams();

  /**
   * A request that is met for the first time, or again because it was not decided then; null if it
   * is neither, or nothing is to judge.
   */
  @Nullable VertxExchange arrived(Object handler, Object request) {
    VertxRequestApi api = apis.get(request.getClass());
    Object response = firstResponse(api, request);
    VertxExchange met = marks.get(response);
    if (met != null) {
      return met.comesForDecision() && !met.isCommitted() ? met : null;
    }
    VertxExchange exchange = new VertxExchange(api, handler, request, response);
    if (!marks.add(response, exchange)) {
      return null;
    }
    Object connection = api.connection(request);
    if (connection != null) {
      streams.add(connection, api.responses().streamId(response), response);
    }
    return exchange.isCommitted() ? null : exchange;
  }

  /** True if a request asks for another protocol on its connection, such as WebSocket. */
  boolean asksForUpgrade(Object request) {
    return apis.get(request.getClass()).header(request, "Upgrade") != null;
  }

  /** The response that a request was met with first; its own if it was not met. */
  private Object firstResponse(VertxRequestApi api, Object request) {
    Object own = api.response(request);
    Object connection = marks.has(own) ? null : api.connection(request);
    if (connection == null) {
      return own;
    }
    Object first = streams.get(connection, api.responses().streamId(own));
    // On HTTP/1 an answer that is complete belongs to an earlier request of the connection.
    return first == null || api.responses().isOver(first) ? own : first;
  }

  /** The visit of a request, wrapped or not; null if it has none that matters any more. */
  @Nullable VertxExchange visitOf(Object request) {
    return marks.get(firstResponse(apis.get(request.getClass()), request));
  }

  /** The visit that a response belongs to; null if it has none that matters any more. */
  @Nullable VertxExchange visitOfResponse(Object response) {
    return marks.get(response);
  }
}
