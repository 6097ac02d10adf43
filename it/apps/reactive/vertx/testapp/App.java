package testapp;

import io.vertx.core.Vertx;
import java.util.logging.LogManager;

/** Vert.x with its router. */
public final class App {
  private App() {}

  public static void main(String[] args) {
    LogManager.getLogManager().reset();
    // Without this, newer JVMs warn about Netty 4.1 on stderr.
    System.setProperty("io.netty.noUnsafe", "true");
    int port = AppRuntime.port(args);
    var vertx = Vertx.vertx();
    vertx
        .createHttpServer()
        .requestHandler(WrappedRequest.before(Pages.router(vertx)))
        .listen(port, "127.0.0.1")
        .onComplete(started -> AppRuntime.ready(started.result().actualPort()));
  }
}
