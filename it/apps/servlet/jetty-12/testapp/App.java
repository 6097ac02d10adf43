package testapp;

import org.eclipse.jetty.ee10.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.security.authentication.BasicAuthenticator;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.util.security.Credential;
import testapp.servlet.Members;
import testapp.servlet.Site;
import testapp.servlet.SiteInitializer;

/** The site in an embedded Jetty 12, beside a page without a servlet. */
public final class App {
  private App() {}

  public static void main(String[] args) throws Exception {
    var sorry = new ErrorPageErrorHandler();
    sorry.addErrorPage(500, Site.ERROR_PAGE);
    var site = new ServletContextHandler(ServletContextHandler.SECURITY);
    site.getSecurityHandler().setRealmName(Members.REALM);
    site.getSecurityHandler().setAuthenticator(new BasicAuthenticator());
    site.getSecurityHandler().setLoginService(members());
    site.setContextPath("/");
    site.setErrorHandler(sorry);
    site.addEventListener(new SiteInitializer());
    var server = new Server(AppRuntime.port(args));
    var connector = (ServerConnector) server.getConnectors()[0];
    // Accepts every URI, for compatibility with clients of older versions.
    connector
        .getConnectionFactory(HttpConnectionFactory.class)
        .getHttpConfiguration()
        .setUriCompliance(UriCompliance.UNSAFE);
    var beside = new ContextHandler(new BesidePage(), "/beside");
    beside.setAllowNullPathInContext(true);
    var contexts = new ContextHandlerCollection();
    contexts.addHandler(site);
    contexts.addHandler(beside);
    server.setHandler(contexts);
    server.start();
    AppRuntime.ready(connector.getLocalPort());
  }

  private static HashLoginService members() {
    var users = new UserStore();
    for (String name : Members.NAMES) {
      var password = Credential.getCredential(Members.password(name));
      users.addUser(name, password, new String[] {Members.ROLE});
    }
    var members = new HashLoginService(Members.REALM);
    members.setUserStore(users);
    return members;
  }
}
