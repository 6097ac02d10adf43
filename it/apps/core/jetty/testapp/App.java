package testapp;

import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.websocket.core.server.WebSocketUpgradeHandler;

/** Jetty 12 without servlets: HTTP/1.1, and HTTP/2 after an upgrade or with prior knowledge. */
public final class App {
  private App() {}

  public static void main(String[] args) throws Exception {
    int port = AppRuntime.port(args);
    var configuration = new HttpConfiguration();
    // Accepts every URI, for compatibility with clients of older versions.
    configuration.setUriCompliance(UriCompliance.UNSAFE);
    var server = new Server();
    var connector =
        new ServerConnector(
            server,
            new HttpConnectionFactory(configuration),
            new HTTP2CServerConnectionFactory(configuration));
    connector.setHost("127.0.0.1");
    connector.setPort(port);
    server.addConnector(connector);
    var sessions =
        new WebSocketUpgradeHandler(
            handler -> handler.addMapping("/ws", (request, response, done) -> new Session()));
    sessions.setHandler(new Pages());
    server.setHandler(sessions);
    server.start();
    AppRuntime.ready(connector.getLocalPort());
  }
}
