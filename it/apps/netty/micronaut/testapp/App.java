package testapp;

import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import java.util.Map;
import java.util.logging.LogManager;

/** Micronaut on its own server, which is built on Netty. */
public final class App {
  private App() {}

  public static void main(String[] args) throws InterruptedException {
    LogManager.getLogManager().reset();
    // Or else newer JVMs warn of Netty on stderr.
    System.setProperty("io.netty.noUnsafe", "true");
    int port = AppRuntime.port(args);
    EmbeddedServer server =
        ApplicationContext.run(
            EmbeddedServer.class,
            Map.of(
                "micronaut.server.port", port == 0 ? -1 : port,
                "micronaut.server.host", "127.0.0.1",
                "micronaut.server.max-request-size", "32MB"));
    AppRuntime.ready(server.getPort());
    // Its own threads do not keep the JVM alive.
    Thread.currentThread().join();
  }
}
