package testapp;

import io.vertx.core.Vertx;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Vert.x with its router. */
public final class App {
  private static final Logger LOG = Logger.getLogger("io.vertx");

  private App() {}

  public static void main(String[] args) {
    LOG.setLevel(Level.OFF);
    int port = Ground.port(args);
    var vertx = Vertx.vertx();
    vertx
        .createHttpServer()
        .requestHandler(Pages.router(vertx))
        .listen(port, "127.0.0.1")
        .onComplete(started -> Ground.ready(started.result().actualPort()));
  }
}
