package testapp;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** All pages. Parses paths itself, like applications without a framework. */
final class Pages {
  private static final Pattern ORDER = Pattern.compile("/orders/([^/]+)");
  private static final Pattern CHEST = Pattern.compile("/chest/([^/]+)");
  private static final Pattern ITEM = Pattern.compile("/orders/([^/]+)/items/([^/]+)");

  private Pages() {}

  static void handle(HttpExchange exchange) throws IOException {
    switch (exchange.getRequestURI().getPath()) {
      case "/hello" -> send(exchange, AppRuntime.countHandler("hello"));
      case "/handled" -> send(exchange, AppRuntime.handlerCalls());
      case "/echo" -> send(exchange, 200, exchange.getRequestBody().readAllBytes());
      case "/bytes" -> {
        exchange.getResponseHeaders().set("ETag", Blob.ETAG);
        send(exchange, 200, Blob.bytes());
      }
      case "/hangup" -> {
        AppRuntime.countHandler("no response");
        exchange.close();
      }
      case "/unclosed" -> {
        byte[] text = AppRuntime.countHandler("unclosed").getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, text.length);
        exchange.getResponseBody().write(text);
        exchange.getResponseBody().flush();
      }
      case "/box", "/lid", "/open" ->
          reached(exchange, exchange.getRequestURI().getPath().substring(1));
      case "/boom" -> throw new IllegalStateException(AppRuntime.countHandler("boom"));
      default -> order(exchange);
    }
  }

  static void me(HttpExchange exchange) throws IOException {
    send(exchange, AppRuntime.countHandler(exchange.getPrincipal().getUsername()));
  }

  /** Returns the name of the page that the request has reached. */
  static void reached(HttpExchange exchange, String page) throws IOException {
    exchange.getResponseHeaders().set("X-Reached", page);
    send(exchange, page);
  }

  static void send(HttpExchange exchange, String text) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/plain");
    send(exchange, 200, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void order(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    Matcher order = ORDER.matcher(path);
    Matcher item = ITEM.matcher(path);
    if (CHEST.matcher(path).matches()) {
      reached(exchange, "chest");
    } else if (order.matches()) {
      send(exchange, AppRuntime.countHandler("order " + order.group(1)));
    } else if (item.matches()) {
      send(
          exchange,
          AppRuntime.countHandler("item " + item.group(2) + " of order " + item.group(1)));
    } else {
      send(exchange, 404, new byte[0]);
    }
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    boolean empty = body.length == 0 || exchange.getRequestMethod().equals("HEAD");
    // In this API, 0 means that the length is unknown, and -1 that there is no body.
    exchange.sendResponseHeaders(status, empty ? -1 : body.length);
    try (exchange) {
      if (!empty) {
        exchange.getResponseBody().write(body);
      }
    }
  }
}
