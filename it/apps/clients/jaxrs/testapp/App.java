package testapp;

import java.io.IOException;
import java.util.List;
import testapp.calls.Commands;

/** Calls others with the JAX-RS client on its class path. */
public final class App {
  private App() {}

  public static void main(String[] args) throws IOException {
    // Not all of them log by way of slf4j, which is silent here, unless they are asked to.
    System.setProperty("org.jboss.logging.provider", "slf4j");
    System.setProperty("org.apache.cxf.Logger", "org.apache.cxf.common.logging.Slf4jLogger");
    new Commands(List.of(new JaxrsCalls())).run();
  }
}
