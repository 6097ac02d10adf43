package testapp;

import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.websocket.jakarta.server.config.JakartaWebSocketServletContainerInitializer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** WebSocket sessions in an embedded Jetty. */
public final class App {
  private App() {}

  public static void main(String[] args) throws Exception {
    var site = new ServletContextHandler();
    site.setContextPath("/");
    var server = new Server(AppRuntime.port(args));
    server.setHandler(site);
    JakartaWebSocketServletContainerInitializer.configure(
        site, (context, container) -> container.addEndpoint(Echo.class));
    server.start();
    AppRuntime.ready(((ServerConnector) server.getConnectors()[0]).getLocalPort());
  }
}
