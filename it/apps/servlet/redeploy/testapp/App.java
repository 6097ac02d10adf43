package testapp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** Starts a server that deploys and undeploys the same web application on request. */
public final class App {
  private static final Logger TOMCAT_LOG = Logger.getLogger("org.apache");

  private App() {}

  public static void main(String[] args) throws Exception {
    TOMCAT_LOG.setLevel(Level.WARNING);
    int port = AppRuntime.port(args);
    var tomcat = new Tomcat();
    tomcat.setBaseDir(folder("server").toString());
    tomcat.setPort(port);
    Context control = tomcat.addContext("", /* docBase= */ null);
    Tomcat.addServlet(control, "control", new Control(new Deployment(tomcat, folder("shop"))));
    control.addServletMappingDecoded("/control/*", "control");
    tomcat.start();
    AppRuntime.ready(tomcat.getConnector().getLocalPort());
    tomcat.getServer().await();
  }

  private static Path folder(String name) throws IOException {
    return Files.createTempDirectory(name);
  }
}
