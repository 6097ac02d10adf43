package testapp;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.lang.management.ManagementFactory;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import testapp.servlet.Site;

/** Adds the site to the web application when it is deployed, and prints the port. */
public final class SiteDeployer implements ServletContextListener {
  @Override
  public void contextInitialized(ServletContextEvent event) {
    AppRuntime.port(new String[] {"0"});
    Site.fill(event.getServletContext());
    AppRuntime.ready(port());
  }

  /** The port. The server listens already, and responds when all applications are deployed. */
  private static int port() {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    try {
      Set<ObjectName> connectors =
          beans.queryNames(new ObjectName("Catalina:type=Connector,*"), /* query= */ null);
      return (int) beans.getAttribute(connectors.iterator().next(), "localPort");
    } catch (JMException unknown) {
      throw new IllegalStateException(unknown);
    }
  }
}
