package testapp;

import io.ktor.server.cio.CIO;
import io.ktor.server.engine.EmbeddedServerKt;
import io.ktor.server.routing.RoutingRootKt;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.util.List;
import java.util.logging.LogManager;
import kotlin.Unit;

/** Ktor on its own engine, CIO. */
public final class App {
  private App() {}

  public static void main(String[] args) throws InterruptedException {
    LogManager.getLogManager().reset();
    int wanted = AppRuntime.port(args);
    int port = wanted == 0 ? freePort() : wanted;
    EmbeddedServerKt.embeddedServer(
            CIO.INSTANCE,
            port,
            "127.0.0.1",
            List.of(),
            (application, started) -> {
              RoutingRootKt.routing(
                  application,
                  routes -> {
                    Pages.addTo(routes);
                    KeyPages.addTo(routes);
                    return Unit.INSTANCE;
                  });
              return Unit.INSTANCE;
            })
        .start(/* wait= */ false);
    AppRuntime.ready(port);
    // Its own threads do not keep the JVM alive.
    Thread.currentThread().join();
  }

  private static int freePort() {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
