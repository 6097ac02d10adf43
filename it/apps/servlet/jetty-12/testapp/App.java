package testapp;

import org.eclipse.jetty.ee10.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import testapp.servlet.Site;

/** The site in a Jetty of its own. */
public final class App {
  private App() {}

  public static void main(String[] args) throws Exception {
    var sorry = new ErrorPageErrorHandler();
    sorry.addErrorPage(500, Site.ERROR_PAGE);
    var site = new ServletContextHandler();
    site.setContextPath("/");
    site.setErrorHandler(sorry);
    Site.fill(site.getServletContext());
    var server = new Server(Ground.port(args));
    var connector = (ServerConnector) server.getConnectors()[0];
    // Accepts every URI, as sites do that must serve the clients of older versions.
    connector
        .getConnectionFactory(HttpConnectionFactory.class)
        .getHttpConfiguration()
        .setUriCompliance(UriCompliance.UNSAFE);
    server.setHandler(site);
    server.start();
    Ground.ready(connector.getLocalPort());
  }
}
