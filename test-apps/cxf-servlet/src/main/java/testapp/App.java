package testapp;

import java.util.Map;
import org.apache.cxf.jaxrs.servlet.CXFNonSpringJaxrsServlet;
import testapp.jaxrs.Login;
import testapp.jaxrs.OnTomcat;
import testapp.jaxrs.Orders;
import testapp.jaxrs.Pages;

/** CXF as a servlet in Tomcat. */
public final class App {
  private App() {}

  public static void main(String[] args) throws Exception {
    int port = Ground.port(args);
    var parameters =
        Map.of(
            "jaxrs.serviceClasses",
            Pages.class.getName() + "," + Orders.class.getName(),
            "jaxrs.providers",
            Login.class.getName());
    OnTomcat.run(port, new CXFNonSpringJaxrsServlet(), parameters);
  }
}
