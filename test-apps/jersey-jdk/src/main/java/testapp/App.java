package testapp;

import java.net.URI;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.jersey.jdkhttp.JdkHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;
import testapp.jaxrs.Login;
import testapp.jaxrs.Orders;
import testapp.jaxrs.Pages;

/** Jersey on the server of the JDK. */
public final class App {
  private static final Logger LOG = Logger.getLogger("org.glassfish");

  private App() {}

  public static void main(String[] args) {
    LOG.setLevel(Level.OFF);
    int port = Ground.port(args);
    var server =
        JdkHttpServerFactory.createHttpServer(
            URI.create("http://127.0.0.1:" + port + "/"),
            new ResourceConfig(Pages.class, Orders.class, Login.class));
    Ground.ready(server.getAddress().getPort());
  }
}
