package testapp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Responds on another thread, long after the handler has returned. */
final class DelayedResponse implements HttpHandler {
  @Override
  public void handle(HttpExchange exchange) {
    long millis = Long.parseLong(exchange.getRequestURI().getQuery().replace("ms=", ""));
    CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS)
        .execute(() -> respond(exchange));
  }

  private static void respond(HttpExchange exchange) {
    try {
      Pages.send(exchange, AppRuntime.countHandler("slow"));
    } catch (IOException disconnected) {
      throw new UncheckedIOException(disconnected);
    }
  }
}
