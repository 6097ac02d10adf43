package testapp;

import com.linecorp.armeria.server.Server;
import java.net.InetSocketAddress;
import java.util.logging.LogManager;

/** Armeria, with HTTP/1.1 and HTTP/2 on one port. */
public final class App {
  private static final long MAX_BODY = 32 * 1024 * 1024;

  private App() {}

  public static void main(String[] args) throws InterruptedException {
    LogManager.getLogManager().reset();
    // Without these, newer JVMs warn about Netty on stderr.
    System.setProperty("io.netty.noUnsafe", "true");
    System.setProperty("com.linecorp.armeria.transportType", "nio");
    System.setProperty("com.linecorp.armeria.useOpenSsl", "false");
    // By default, it closes connections seconds after their last response.
    System.setProperty("com.linecorp.armeria.defaultHttp1ConnectionCloseDelayMillis", "0");
    int port = AppRuntime.port(args);
    // One loop for all connections: blocking it delays every other request.
    var builder =
        Server.builder()
            .http(new InetSocketAddress("127.0.0.1", port))
            .workerGroup(1)
            .maxRequestLength(MAX_BODY)
            .requestTimeoutMillis(0);
    Pages.addTo(builder);
    KeyPages.addTo(builder);
    Server server = builder.build();
    server.start().join();
    AppRuntime.ready(server.activeLocalPort());
    // Its own threads do not keep the JVM alive.
    Thread.currentThread().join();
  }
}
