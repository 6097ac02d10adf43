package testapp;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.logging.LogManager;
import org.jboss.resteasy.plugins.server.sun.http.HttpContextBuilder;
import testapp.jaxrs.BasicAuthFilter;
import testapp.jaxrs.KeyPages;
import testapp.jaxrs.Orders;
import testapp.jaxrs.Pages;
import testapp.jaxrs.SlowOnThread;

/** RESTEasy on the server of the JDK. */
public final class App {
  private App() {}

  public static void main(String[] args) throws Exception {
    LogManager.getLogManager().reset();
    int port = AppRuntime.port(args);
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    var server = HttpServer.create(address, /* backlog= */ 0);
    var context = new HttpContextBuilder();
    context.getDeployment().getActualResourceClasses().add(Pages.class);
    context.getDeployment().getActualResourceClasses().add(Orders.class);
    context.getDeployment().getActualResourceClasses().add(KeyPages.class);
    context.getDeployment().getActualResourceClasses().add(SlowOnThread.class);
    context.getDeployment().getActualProviderClasses().add(BasicAuthFilter.class);
    context.bind(server);
    server.start();
    AppRuntime.ready(server.getAddress().getPort());
  }
}
