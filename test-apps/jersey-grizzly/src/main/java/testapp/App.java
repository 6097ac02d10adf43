package testapp;

import java.net.URI;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;
import testapp.jaxrs.Login;
import testapp.jaxrs.Orders;
import testapp.jaxrs.Pages;

/** Jersey on Grizzly, without servlets. */
public final class App {
  private static final Logger LOG = Logger.getLogger("org.glassfish");

  private App() {}

  public static void main(String[] args) throws Exception {
    LOG.setLevel(Level.OFF);
    int port = Ground.port(args);
    var server =
        GrizzlyHttpServerFactory.createHttpServer(
            URI.create("http://127.0.0.1:" + port + "/"),
            new ResourceConfig(Pages.class, Orders.class, Login.class));
    Ground.ready(server.getListener("grizzly").getPort());
    Thread.currentThread().join();
  }
}
