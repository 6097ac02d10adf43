package testapp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.logging.LogManager;
import org.apache.cxf.jaxrs.JAXRSServerFactoryBean;
import testapp.jaxrs.BasicAuthFilter;
import testapp.jaxrs.KeyPages;
import testapp.jaxrs.Orders;
import testapp.jaxrs.Pages;
import testapp.jaxrs.Slow;

/** CXF on its own Jetty. */
public final class App {
  private App() {}

  public static void main(String[] args) throws Exception {
    LogManager.getLogManager().reset();
    int port = freeOr(AppRuntime.port(args));
    var factory = new JAXRSServerFactoryBean();
    factory.setAddress("http://127.0.0.1:" + port + "/");
    factory.setResourceClasses(Pages.class, Orders.class, KeyPages.class, Slow.class);
    factory.setProvider(new BasicAuthFilter());
    factory.create();
    AppRuntime.ready(port);
  }

  /** CXF has to know the port beforehand. */
  private static int freeOr(int port) throws IOException {
    if (port != 0) {
      return port;
    }
    try (var socket = new ServerSocket(0, /* backlog= */ 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
