package testapp;

import java.net.URI;
import java.util.logging.LogManager;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;
import testapp.jaxrs.BasicAuthFilter;
import testapp.jaxrs.KeyPages;
import testapp.jaxrs.Orders;
import testapp.jaxrs.Pages;
import testapp.jaxrs.Slow;

/** Jersey on Grizzly, without servlets. */
public final class App {
  private App() {}

  public static void main(String[] args) throws Exception {
    LogManager.getLogManager().reset();
    int port = AppRuntime.port(args);
    var server =
        GrizzlyHttpServerFactory.createHttpServer(
            URI.create("http://127.0.0.1:" + port + "/"),
            new ResourceConfig(
                Pages.class, Orders.class, KeyPages.class, Slow.class, BasicAuthFilter.class));
    AppRuntime.ready(server.getListener("grizzly").getPort());
    Thread.currentThread().join();
  }
}
