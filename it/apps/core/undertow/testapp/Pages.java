package testapp;

import io.undertow.Handlers;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.handlers.PathHandler;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.PathTemplateMatch;
import io.undertow.util.SameThreadExecutor;
import io.undertow.websockets.core.AbstractReceiveListener;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/** All pages, found with Undertow's own handlers. */
final class Pages {
  private Pages() {}

  static HttpHandler handler() {
    PathHandler pages =
        Handlers.path(
            Handlers.pathTemplate()
                .add("/orders/{id}", exchange -> order(exchange, variable(exchange, "id")))
                .add("/orders/{id}/items/{item}", Pages::item)
                .add("/chest/{id}", exchange -> reached(exchange, "chest"))
                .add("/seen/path/{id}", KeyPages::path));
    for (String page : new String[] {"vault", "plain"}) {
      pages.addPrefixPath("/" + page, exchange -> reached(exchange, page));
    }
    for (String page : new String[] {"box", "lid", "open"}) {
      pages.addExactPath("/" + page, exchange -> reached(exchange, page));
    }
    return pages
        .addExactPath("/hello", exchange -> text(exchange, AppRuntime.countHandler("hello")))
        .addExactPath("/handled", exchange -> text(exchange, AppRuntime.handlerCalls()))
        .addExactPath("/echo", Pages::echo)
        .addExactPath("/bytes", Pages::bytes)
        .addExactPath("/boom", Pages::boom)
        .addExactPath("/slow", Pages::slow)
        .addExactPath("/me", Pages::me)
        .addExactPath("/ws", webSocket())
        .addExactPath("/seen/query", KeyPages::query)
        .addExactPath("/seen/header", KeyPages::header)
        .addExactPath("/seen/cookie", KeyPages::cookie);
  }

  static String variable(HttpServerExchange exchange, String name) {
    return exchange.getAttachment(PathTemplateMatch.ATTACHMENT_KEY).getParameters().get(name);
  }

  private static void order(HttpServerExchange exchange, String id) {
    text(exchange, AppRuntime.countHandler("order " + id));
  }

  private static void item(HttpServerExchange exchange) {
    String text = "item " + variable(exchange, "item") + " of order " + variable(exchange, "id");
    text(exchange, AppRuntime.countHandler(text));
  }

  private static void echo(HttpServerExchange exchange) {
    exchange
        .getRequestReceiver()
        .receiveFullBytes((same, body) -> same.getResponseSender().send(ByteBuffer.wrap(body)));
  }

  private static void bytes(HttpServerExchange exchange) {
    exchange.getResponseHeaders().put(Headers.ETAG, Blob.ETAG);
    exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/octet-stream");
    exchange.getResponseSender().send(ByteBuffer.wrap(Blob.bytes()));
  }

  private static void boom(HttpServerExchange exchange) {
    throw new IllegalStateException(AppRuntime.countHandler("boom at " + exchange));
  }

  private static void slow(HttpServerExchange exchange) {
    long millis = Long.parseLong(exchange.getQueryParameters().get("ms").getFirst());
    exchange.dispatch(
        SameThreadExecutor.INSTANCE,
        () ->
            exchange
                .getIoThread()
                .executeAfter(
                    () -> text(exchange, AppRuntime.countHandler("slow")),
                    millis,
                    TimeUnit.MILLISECONDS));
  }

  private static void me(HttpServerExchange exchange) {
    String name = Members.name(exchange.getRequestHeaders().getFirst(Headers.AUTHORIZATION));
    if (name == null) {
      exchange.setStatusCode(401);
    } else {
      text(exchange, AppRuntime.countHandler(name));
    }
  }

  private static HttpHandler webSocket() {
    return Handlers.websocket(
        (handshake, session) -> {
          session.getReceiveSetter().set(new AbstractReceiveListener() {});
          session.resumeReceives();
        });
  }

  /** Returns the name of the page that the request has reached. */
  private static void reached(HttpServerExchange exchange, String page) {
    exchange.getResponseHeaders().put(new HttpString("X-Reached"), page);
    exchange.getResponseSender().send(page);
  }

  static void text(HttpServerExchange exchange, String text) {
    exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "text/plain");
    exchange.getResponseSender().send(text);
  }
}
