package testapp;

import java.util.Map;
import org.jboss.resteasy.plugins.server.servlet.HttpServlet30Dispatcher;
import testapp.jaxrs.Login;
import testapp.jaxrs.OnTomcat;
import testapp.jaxrs.Orders;
import testapp.jaxrs.Pages;

/** RESTEasy as a servlet in Tomcat. */
public final class App {
  private App() {}

  public static void main(String[] args) throws Exception {
    int port = Ground.port(args);
    var parameters =
        Map.of(
            "resteasy.resources",
            Pages.class.getName() + "," + Orders.class.getName(),
            "resteasy.providers",
            Login.class.getName());
    OnTomcat.run(port, new HttpServlet30Dispatcher(), parameters);
  }
}
