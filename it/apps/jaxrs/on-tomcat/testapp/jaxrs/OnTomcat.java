package testapp.jaxrs;

import jakarta.servlet.Servlet;
import java.nio.file.Files;
import java.util.Map;
import org.apache.catalina.startup.Tomcat;
import testapp.AppRuntime;

/** Starts a Tomcat with one servlet that runs the application. */
public final class OnTomcat {
  private OnTomcat() {}

  /** Starts the server and prints its port. Servlet and context get the same parameters. */
  public static void run(int port, Servlet servlet, Map<String, String> parameters)
      throws Exception {
    var tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory("test-app").toString());
    tomcat.setPort(port);
    var context = tomcat.addContext("", /* docBase= */ null);
    var wrapper = Tomcat.addServlet(context, "jaxrs", servlet);
    wrapper.setAsyncSupported(true);
    wrapper.setLoadOnStartup(1);
    parameters.forEach(
        (name, value) -> {
          wrapper.addInitParameter(name, value);
          context.addParameter(name, value);
        });
    context.addServletMappingDecoded("/*", "jaxrs");
    tomcat.start();
    AppRuntime.ready(tomcat.getConnector().getLocalPort());
  }
}
