package testapp;

import java.util.Map;
import java.util.logging.LogManager;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.servlet.ServletContainer;
import testapp.jaxrs.BasicAuthFilter;
import testapp.jaxrs.KeyPages;
import testapp.jaxrs.OnTomcat;
import testapp.jaxrs.Orders;
import testapp.jaxrs.Pages;
import testapp.jaxrs.Slow;

/** Jersey as a servlet in Tomcat. */
public final class App {
  private App() {}

  public static void main(String[] args) throws Exception {
    LogManager.getLogManager().reset();
    int port = AppRuntime.port(args);
    var servlet =
        new ServletContainer(
            new ResourceConfig(
                Pages.class, Orders.class, KeyPages.class, Slow.class, BasicAuthFilter.class));
    OnTomcat.run(port, servlet, Map.of());
  }
}
