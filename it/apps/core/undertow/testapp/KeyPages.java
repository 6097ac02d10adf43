package testapp;

import io.undertow.server.HttpServerExchange;
import io.undertow.server.handlers.Cookie;
import io.undertow.util.HeaderValues;
import java.util.Deque;

/** Pages that return the identity of the client, as Undertow has parsed it. */
final class KeyPages {
  private KeyPages() {}

  static void query(HttpServerExchange exchange) {
    Deque<String> values = exchange.getQueryParameters().get("id");
    send(
        exchange,
        values == null ? null : values.getFirst(),
        values == null ? null : values.getLast());
  }

  static void header(HttpServerExchange exchange) {
    HeaderValues values = exchange.getRequestHeaders().get("X-Id");
    send(
        exchange,
        values == null ? null : values.getFirst(),
        values == null ? null : values.getLast());
  }

  static void cookie(HttpServerExchange exchange) {
    Cookie cookie = exchange.getRequestCookie("id");
    String last = null;
    for (Cookie each : exchange.requestCookies()) {
      last = each.getName().equals("id") ? each.getValue() : last;
    }
    send(exchange, cookie == null ? null : cookie.getValue(), last);
  }

  static void path(HttpServerExchange exchange) {
    send(exchange, Pages.variable(exchange, "id"));
  }

  private static void send(HttpServerExchange exchange, String... readings) {
    Pages.text(exchange, ReadKeys.format(readings));
  }
}
