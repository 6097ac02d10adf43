package testapp;

import java.io.IOException;
import java.util.List;
import testapp.calls.Commands;

/** Makes calls with the JAX-RS client on its class path. */
public final class App {
  private App() {}

  public static void main(String[] args) throws IOException {
    // RESTEasy and CXF log through slf4j, which is silent here, only with these properties.
    System.setProperty("org.jboss.logging.provider", "slf4j");
    System.setProperty("org.apache.cxf.Logger", "org.apache.cxf.common.logging.Slf4jLogger");
    new Commands(List.of(new JaxrsCalls())).run();
  }
}
