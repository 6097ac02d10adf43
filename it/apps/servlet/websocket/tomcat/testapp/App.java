package testapp;

import jakarta.websocket.server.ServerContainer;
import java.util.logging.LogManager;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.websocket.server.Constants;
import org.apache.tomcat.websocket.server.WsSci;

/** WebSocket sessions in an embedded Tomcat. */
public final class App {
  private App() {}

  public static void main(String[] args) throws Exception {
    LogManager.getLogManager().reset();
    var tomcat = new Tomcat();
    tomcat.setBaseDir(System.getProperty("java.io.tmpdir"));
    tomcat.setPort(AppRuntime.port(args));
    Context site = tomcat.addContext("", /* docBase= */ null);
    Tomcat.addServlet(site, "default", "org.apache.catalina.servlets.DefaultServlet");
    site.addServletMappingDecoded("/", "default");
    site.addServletContainerInitializer(new WsSci(), /* classes= */ null);
    site.addServletContainerInitializer(
        (types, context) -> {
          var container =
              (ServerContainer)
                  context.getAttribute(Constants.SERVER_CONTAINER_SERVLET_CONTEXT_ATTRIBUTE);
          try {
            container.addEndpoint(Echo.class);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        },
        /* classes= */ null);
    tomcat.getConnector();
    tomcat.start();
    AppRuntime.ready(tomcat.getConnector().getLocalPort());
    tomcat.getServer().await();
  }
}
