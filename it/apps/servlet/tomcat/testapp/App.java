package testapp;

import java.util.logging.LogManager;
import org.apache.catalina.Context;
import org.apache.catalina.authenticator.BasicAuthenticator;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.descriptor.web.LoginConfig;
import testapp.servlet.Members;
import testapp.servlet.Site;

/** The site in an embedded Tomcat. */
public final class App {
  private App() {}

  public static void main(String[] args) throws Exception {
    LogManager.getLogManager().reset();
    var tomcat = new Tomcat();
    tomcat.setBaseDir(System.getProperty("java.io.tmpdir"));
    tomcat.setPort(AppRuntime.port(args));
    for (String name : Members.NAMES) {
      tomcat.addUser(name, Members.password(name));
      tomcat.addRole(name, Members.ROLE);
    }
    fill(tomcat.addContext("", /* docBase= */ null));
    tomcat.getConnector();
    tomcat.start();
    AppRuntime.ready(tomcat.getConnector().getLocalPort());
    tomcat.getServer().await();
  }

  private static void fill(Context site) {
    site.addServletContainerInitializer(
        (types, context) -> Site.fill(context), /* classes= */ null);
    var sorry = new ErrorPage();
    sorry.setErrorCode(500);
    sorry.setLocation(Site.ERROR_PAGE);
    site.addErrorPage(sorry);
    site.setLoginConfig(
        new LoginConfig("BASIC", Members.REALM, /* loginPage= */ null, /* errorPage= */ null));
    site.addSecurityRole(Members.ROLE);
    site.getPipeline().addValve(new BasicAuthenticator());
  }
}
