package dev.penstock.it.harness.outbound;

import io.undertow.io.IoCallback;
import io.undertow.io.Sender;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.SameThreadExecutor;
import java.io.IOException;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** The pages of {@link FakeApiServer}, served on its I/O threads. */
public final class FakeApiPages implements HttpHandler {
  public static final int LINES = 5;

  private static final int MILLIS_BETWEEN_LINES = 20;

  /** Serves a page, after a delay if the query has {@code ms=500}. */
  @Override
  public void handleRequest(HttpServerExchange exchange) {
    Deque<String> delay = exchange.getQueryParameters().get("ms");
    if (delay == null) {
      outcome(exchange);
    } else {
      later(exchange, Integer.parseInt(delay.getFirst()), () -> outcome(exchange));
    }
  }

  private static void outcome(HttpServerExchange exchange) {
    switch (exchange.getRequestPath()) {
      case "/hello" -> send(exchange, 200, "hello");
      case "/slow" -> send(exchange, 200, "slow");
      case "/echo" ->
          exchange.getRequestReceiver().receiveFullString((same, text) -> send(same, 200, text));
      case "/error" -> send(exchange, 500, "broken");
      case "/redirect" -> {
        // An absolute URL, because some clients do not follow relative ones.
        String here = exchange.getRequestScheme() + "://" + exchange.getHostAndPort();
        exchange.getResponseHeaders().put(Headers.LOCATION, here + "/hello");
        send(exchange, 302, "elsewhere");
      }
      case "/connection" ->
          // The source port identifies the connection.
          send(exchange, 200, Integer.toString(exchange.getSourceAddress().getPort()));
      case "/protocol" -> send(exchange, 200, exchange.getProtocol().toString());
      case "/key" -> {
        String key = exchange.getRequestHeaders().getFirst("X-API-Key");
        send(exchange, 200, key == null ? "no key" : key);
      }
      case "/stream" -> stream(exchange, 1);
      default -> {
        boolean isApi = exchange.getRequestPath().startsWith(FakeApiServer.LIMITED);
        send(exchange, isApi ? 200 : 404, isApi ? "ok" : "nothing here");
      }
    }
  }

  static void send(HttpServerExchange exchange, int status, String text) {
    exchange.setStatusCode(status);
    exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "text/plain");
    exchange.getResponseSender().send(text);
  }

  private static void stream(HttpServerExchange exchange, int line) {
    exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "text/plain");
    exchange
        .getResponseSender()
        .send(
            "line " + line + "\n",
            new IoCallback() {
              @Override
              public void onComplete(HttpServerExchange same, Sender sender) {
                if (line == LINES) {
                  same.endExchange();
                } else {
                  later(same, MILLIS_BETWEEN_LINES, () -> stream(same, line + 1));
                }
              }

              @Override
              public void onException(HttpServerExchange same, Sender sender, IOException gone) {
                same.endExchange();
              }
            });
  }

  private static void later(HttpServerExchange exchange, int millis, Runnable then) {
    exchange.dispatch(
        SameThreadExecutor.INSTANCE,
        () -> exchange.getIoThread().executeAfter(then, millis, TimeUnit.MILLISECONDS));
  }
}
