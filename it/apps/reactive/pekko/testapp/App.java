package testapp;

import com.typesafe.config.ConfigFactory;
import java.util.logging.LogManager;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.http.javadsl.Http;

/** Pekko, with HTTP/1.1 and HTTP/2 on one port. */
public final class App {
  private static final String SETTINGS =
      """
      pekko.loglevel = OFF
      pekko.stdout-loglevel = OFF
      pekko.http.server.enable-http2 = on
      pekko.http.server.parsing.max-content-length = 32m
      """;

  private App() {}

  public static void main(String[] args) throws InterruptedException {
    LogManager.getLogManager().reset();
    int port = AppRuntime.port(args);
    var system =
        ActorSystem.create(
            "app", ConfigFactory.parseString(SETTINGS).withFallback(ConfigFactory.load()));
    var pages = new Pages(system);
    var server =
        Http.get(system)
            .newServerAt("127.0.0.1", port)
            .bind(pages::handle)
            .toCompletableFuture()
            .join();
    AppRuntime.ready(server.localAddress().getPort());
  }
}
