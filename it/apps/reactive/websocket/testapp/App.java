package testapp;

import io.vertx.core.Vertx;
import io.vertx.core.http.ServerWebSocketHandshake;
import java.util.logging.LogManager;

/** Vert.x with a separate handler for WebSockets, which bypass the request handler. */
public final class App {
  private App() {}

  public static void main(String[] args) {
    LogManager.getLogManager().reset();
    // Without this, newer JVMs warn about Netty 4.1 on stderr.
    System.setProperty("io.netty.noUnsafe", "true");
    Vertx.vertx()
        .createHttpServer()
        .webSocketHandshakeHandler(App::shakeHands)
        .webSocketHandler(session -> session.textMessageHandler(session::writeTextMessage))
        .requestHandler(request -> request.response().end(AppRuntime.countHandler("hello")))
        .listen(AppRuntime.port(args), "127.0.0.1")
        .onComplete(started -> AppRuntime.ready(started.result().actualPort()));
  }

  private static void shakeHands(ServerWebSocketHandshake handshake) {
    if (handshake.path().equals("/forbidden")) {
      handshake.reject(403);
    } else {
      handshake.accept();
    }
  }
}
