package testapp;

import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.servlet.ServletContainer;
import testapp.jaxrs.Login;
import testapp.jaxrs.OnTomcat;
import testapp.jaxrs.Orders;
import testapp.jaxrs.Pages;

/** Jersey as a servlet in Tomcat. */
public final class App {
  private static final Logger LOG = Logger.getLogger("org.glassfish");

  private App() {}

  public static void main(String[] args) throws Exception {
    LOG.setLevel(Level.OFF);
    int port = Ground.port(args);
    var servlet = new ServletContainer(new ResourceConfig(Pages.class, Orders.class, Login.class));
    OnTomcat.run(port, servlet, Map.of());
  }
}
