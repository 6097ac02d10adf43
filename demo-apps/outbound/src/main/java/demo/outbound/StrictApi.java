package demo.outbound;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/** A third-party API that permits 20 calls per second and 5 in flight. */
final class StrictApi {
  private static final long INTERVAL_NANOS = 1_000_000_000L / 20;
  private static final int BURST = 5;

  private long fullAgainAt = System.nanoTime();

  /** Serves until the JVM ends. Prints its address on standard output. */
  void serve() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", this::handle);
    server.start();
    System.out.println("READY " + server.getAddress().getPort());
  }

  private void handle(HttpExchange exchange) throws IOException {
    boolean welcome = takes();
    if (!welcome) {
      exchange.getResponseHeaders().add("Retry-After", "1");
    }
    byte[] body = (welcome ? "here you are\n" : "slow down\n").getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(welcome ? 200 : 429, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private synchronized boolean takes() {
    long now = System.nanoTime();
    long full = Math.max(fullAgainAt - now, 0) + INTERVAL_NANOS;
    if (full > BURST * INTERVAL_NANOS) {
      return false;
    }
    fullAgainAt = now + full;
    return true;
  }
}
