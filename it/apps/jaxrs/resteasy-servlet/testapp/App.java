package testapp;

import java.util.Map;
import java.util.logging.LogManager;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.resteasy.plugins.server.servlet.HttpServlet30Dispatcher;
import testapp.jaxrs.BasicAuthFilter;
import testapp.jaxrs.KeyPages;
import testapp.jaxrs.OnTomcat;
import testapp.jaxrs.Orders;
import testapp.jaxrs.Pages;
import testapp.jaxrs.Slow;

/** RESTEasy as a servlet in Tomcat. */
public final class App {
  private App() {}

  public static void main(String[] args) throws Exception {
    LogManager.getLogManager().reset();
    int port = AppRuntime.port(args);
    String resources =
        Stream.of(Pages.class, Orders.class, KeyPages.class, Slow.class)
            .map(Class::getName)
            .collect(Collectors.joining(","));
    var parameters =
        Map.of(
            "resteasy.resources", resources, "resteasy.providers", BasicAuthFilter.class.getName());
    OnTomcat.run(port, new HttpServlet30Dispatcher(), parameters);
  }
}
