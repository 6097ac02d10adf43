package testapp;

import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.servlet.ServletContextHandler;
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
    server.setHandler(site);
    server.start();
    Ground.ready(((ServerConnector) server.getConnectors()[0]).getLocalPort());
  }
}
