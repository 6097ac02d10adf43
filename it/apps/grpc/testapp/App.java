package testapp;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.logging.LogManager;

/** Servers of gRPC on several transports, and a web server with pages that call them. */
public final class App {
  private App() {}

  public static void main(String[] args) throws IOException {
    LogManager.getLogManager().reset();
    // Or else newer JVMs warn of Netty on stderr.
    System.setProperty("io.netty.noUnsafe", "true");
    System.setProperty("io.grpc.netty.shaded.io.netty.noUnsafe", "true");
    int port = AppRuntime.port(args);
    var pages = new CallPages(new Transports(CallService.definition()));
    HttpServer web = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    web.createContext("/", pages::handle);
    web.setExecutor(Executors.newCachedThreadPool());
    web.start();
    AppRuntime.ready(web.getAddress().getPort());
  }
}
