package testapp;

import java.net.URI;
import java.util.logging.LogManager;
import org.glassfish.jersey.jdkhttp.JdkHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;
import testapp.jaxrs.BasicAuthFilter;
import testapp.jaxrs.KeyPages;
import testapp.jaxrs.Orders;
import testapp.jaxrs.Pages;
import testapp.jaxrs.SlowOnThread;

/** Jersey on the server of the JDK. */
public final class App {
  private App() {}

  public static void main(String[] args) {
    LogManager.getLogManager().reset();
    int port = AppRuntime.port(args);
    var server =
        JdkHttpServerFactory.createHttpServer(
            URI.create("http://127.0.0.1:" + port + "/"),
            new ResourceConfig(
                Pages.class,
                Orders.class,
                KeyPages.class,
                SlowOnThread.class,
                BasicAuthFilter.class));
    AppRuntime.ready(server.getAddress().getPort());
  }
}
