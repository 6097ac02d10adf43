package testapp;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The server of the JDK, without any framework. */
public final class App {
  private static final int THREADS = 8;

  private App() {}

  public static void main(String[] args) throws IOException {
    int port = AppRuntime.port(args);
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    var server = HttpServer.create(address, /* backlog= */ 0);
    ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    server.setExecutor(executor);
    server.createContext("/", Pages::handle);
    server.createContext("/me", Pages::me).setAuthenticator(new Members());
    server.createContext("/slow", new DelayedResponse());
    for (String page : new String[] {"vault", "plain"}) {
      server.createContext("/" + page, exchange -> Pages.reached(exchange, page));
    }
    server.createContext("/seen", KeyPages::handle);
    server.start();
    AppRuntime.ready(server.getAddress().getPort());
  }
}
